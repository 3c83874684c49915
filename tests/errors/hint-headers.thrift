cpp_namespace a
