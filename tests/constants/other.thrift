struct Far { 1: i32 x; 2: i32 y = 7; 3: optional Far next }
