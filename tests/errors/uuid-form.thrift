const uuid A = "00112233-4455-6677-8899-aabbccddeef"
const uuid B = "{00112233-4455-6677-8899-AABBCCDDEEFF}"
const uuid C = "0011223344556677-8899-aabbccddeeff--"
const uuid D = "g0112233-4455-6677-8899-aabbccddeeff"
