service S { async void f() }
