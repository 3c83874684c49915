struct S0 { 1: i32 a = 1; 2: i32 b = 2 }
struct S1 { 1: S0 a = {}; 2: S0 b = {}; 3: S0 c = {} }
struct S2 { 1: S1 a = {}; 2: S1 b = {}; 3: S1 c = {} }
struct S3 { 1: S2 a = {}; 2: S2 b = {}; 3: S2 c = {} }
struct S4 { 1: S3 a = {}; 2: S3 b = {}; 3: S3 c = {} }
struct S5 { 1: S4 a = {}; 2: S4 b = {}; 3: S4 c = {} }
struct S6 { 1: S5 a = {}; 2: S5 b = {}; 3: S5 c = {} }
struct S7 { 1: S6 a = {}; 2: S6 b = {}; 3: S6 c = {} }
struct S8 { 1: S7 a = {}; 2: S7 b = {}; 3: S7 c = {} }
struct S9 { 1: S8 a = {}; 2: S8 b = {}; 3: S8 c = {} }
struct S10 { 1: S9 a = {}; 2: S9 b = {}; 3: S9 c = {} }
struct S11 { 1: S10 a = {}; 2: S10 b = {}; 3: S10 c = {} }
struct S12 { 1: S11 a = {}; 2: S11 b = {}; 3: S11 c = {} }
struct S13 { 1: S12 a = {}; 2: S12 b = {}; 3: S12 c = {} }
