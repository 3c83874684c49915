#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_schemas.py COUNT DIR [SEED]: random schemas, DIR/s0.thrift and on, each right by the rules; the same for the same seed.

They use all of the IDL: every definition and type, defaults and constants of every type, references across includes and forwards,
ids given, left out, negative and hexadecimal, annotations, doc comments with what could end a comment or continue a line, separators and
white space of all kinds, and names that C or C++ has already.
"""
import os, random, sys

HARD = ('int class register template new errno NULL EOF linux bool true_ stdin value key p d out size depth protocol reader writer '
        'mem_ctx name type tag items count fields read write init _x __y x__ restrict inline typeof auto default_ export ingot '
        'from_wire to_wire number case_ char16_t and not xor near SIGINT INT_MAX offsetof assert isnan this operator').split()
BASE = 'bool byte i8 i16 i32 i64 double string binary uuid'.split()
RANGE = {'bool': (0, 1), 'byte': (-2**7, 2**7 - 1), 'i8': (-2**7, 2**7 - 1), 'i16': (-2**15, 2**15 - 1),
         'i32': (-2**31, 2**31 - 1), 'i64': (-2**63, 2**63 - 1)}


PLAIN = 'value key p d out size depth protocol reader writer name type items count fields read write init number true_'.split()


class Def:
    def __init__(self, kind, name, index):
        self.kind, self.name, self.index = kind, name, index
        self.fields = self.values = None  # struct: (name, type, requiredness, initial); enum: (name, number)
        self.type = self.value = None


class Schema:
    def __init__(self, rng, index, others, new):
        self.rng, self.index, self.new = rng, index, new  # new: what the packaged compiler does not know
        self.base = [t for t in BASE if new or t != 'uuid']
        self.includes = rng.sample(others, min(len(others), rng.choice([0, 0, 1, 2])))
        self.names, self.defs = set(), []
        self.forward = new and rng.random() < 0.5
        self.tag = 's%d' % index
        self.words = [h for h in HARD if new or h in PLAIN]

    # ---- names

    def name(self, hard=0.15):
        while True:
            if self.rng.random() < hard:
                n = self.rng.choice([w for w in self.words if w != 'bool'])
            else:
                n = self.rng.choice('abcdefgXYZ_') + ''.join(self.rng.choice('abcdeXYZ012_') for _ in range(self.rng.randint(1, 6)))
                n += str(self.rng.randint(0, 999))
            if n not in self.names:
                self.names.add(n)
                return n

    def local(self, used, is_member=True):
        while True:
            n = self.rng.choice([w for w in self.words if is_member or w != 'bool']) if self.rng.random() < 0.3 else 'f%s%d' % (self.rng.choice('abXY_'), self.rng.randint(0, 99))
            if n + '_' not in used and n not in used and not (n.endswith('_') and n[:-1] in used):
                used.add(n)
                return n

    # ---- types: ('base', name), ('def', schema, Def), ('list'|'set', T), ('map', K, V)

    def visible(self, kinds, before=None):
        found = [(self, d) for d in self.defs if d.kind in kinds and (before is None or d.index < before)]
        for other in self.includes:
            found += [(other, d) for d in other.defs if d.kind in kinds]
        return found

    def a_type(self, depth=0, before=None):
        roll = self.rng.random()
        if roll < 0.45 or depth > 3:
            return ('base', self.rng.choice(self.base))
        if roll < 0.7:
            found = self.visible(('struct', 'union', 'exception', 'enum', 'typedef'), before)
            if found:
                return ('def',) + self.rng.choice(found)
            return ('base', self.rng.choice(self.base))
        if roll < 0.82:
            return ('list', self.a_type(depth + 1, before))
        if roll < 0.9:
            return ('set', self.a_type(depth + 1, before))
        return ('map', self.a_type(depth + 1, before), self.a_type(depth + 1, before))

    def text(self, t):
        if t[0] == 'base':
            note = self.annotations(0.04)
            return t[1] + note
        if t[0] == 'def':
            return t[2].name if t[1] is self else '%s.%s' % (t[1].tag, t[2].name)
        cpp = ' cpp_type "x" ' if self.rng.random() < 0.05 and (self.new or t[0] != 'list') else ''
        if t[0] == 'map':
            return 'map%s<%s, %s>' % (cpp, self.text(t[1]), self.text(t[2]))
        return '%s%s<%s>' % (t[0], cpp, self.text(t[1]))

    def real(self, t):
        while t[0] == 'def' and t[2].kind == 'typedef':
            t = t[2].type
        return t

    # ---- values: text, and a key that is equal for equal values

    def string(self):
        return ''.join(self.rng.choice(['a', 'B', '0', ' ', '%', '%s', '??/', '*/', '\\\\', '\\n', '\\t', '\\r', '\\"', "\\'", 'é', '\u202e', '//', '#'])
                       for _ in range(self.rng.choice([0, 1, 3, 8, 300 if self.rng.random() < 0.05 else 2])))

    def double(self):
        return self.rng.choice(['0.0', '-0.0', '1', '-1', '.5', '1e22', '5e-324', '1.7976931348623157e308', '-2.5E-3', '+0.1', '3.14159265358979',
                                repr(self.rng.uniform(-1e3, 1e3)), '%e' % self.rng.uniform(-1, 1)])

    def a_value(self, t, depth=0, before=10**9):
        """None when there is no value to be made of what is visible."""
        t, rng = self.real(t), self.rng
        if t[0] == 'base':
            if t[1] in RANGE:
                low, high = RANGE[t[1]]
                n = rng.choice([low, high, 0, 1, rng.randint(low, high)])
                if t[1] == 'bool' and rng.random() < 0.5:
                    return ['false', 'true'][n], n
                return ('%#x' % n if n >= 0 and rng.random() < 0.2 else str(n)), n
            if t[1] == 'double':
                text = self.double()
                return text, float(text)
            if t[1] == 'uuid':
                u = ''.join(rng.choice('0123456789abcdefABCDEF') for _ in range(32))
                u = '-'.join((u[:8], u[8:12], u[12:16], u[16:20], u[20:]))
                return ('"{%s}"' if rng.random() < 0.3 else '"%s"') % u, u.lower()
            text, quote = self.string(), rng.choice('"\'')
            return quote + text + quote, text
        if t[0] == 'def' and t[2].kind == 'enum':
            if not t[2].values or (t[1] is not self and t[1] not in self.includes) or (not self.forward and t[1] is self and t[2].index >= before):
                return None
            n, v = rng.choice(t[2].values)
            return self.text(t) + '.' + n, v
        if t[0] == 'def':
            # Only structs that come before: no default leads back to itself.
            if t[1] is self and t[2].index >= before or depth > 3:
                return None
            fields = [f for f in t[2].fields if rng.random() < 0.5 or (f[2] == 'required' and f[3] is None)]
            if t[2].kind == 'union':
                fields = rng.sample(fields, min(1, len(fields)))
            rng.shuffle(fields)
            parts = []
            for f in fields:
                v = self.a_value(f[1], depth + 1, min(before, t[2].index if t[1] is self else before))
                if v is not None:
                    parts.append('"%s": %s' % (f[0], v[0]))
            return '{' + self.joined(parts) + '}', (t[2].name, tuple(sorted(parts)))
        size = rng.choice([0, 1, 2, 5, 40 if depth == 0 and rng.random() < 0.1 else 3])
        items, keys = [], set()
        for _ in range(size):
            k = self.a_value(t[1], depth + 1, before)
            v = self.a_value(t[2], depth + 1, before) if t[0] == 'map' else ('', 0)
            if k is None or v is None or depth > 4:
                break
            if t[0] != 'list' and repr(k[1]) in keys:
                continue
            if t[0] != 'list' and self.real(t[1])[0] != 'base' and keys:
                continue  # equal in ways that are not seen here
            keys.add(repr(0.0 if k[1] == 0 else k[1]))
            if t[0] != 'list' and k[1] == 0:
                keys.update(('0', '0.0', '-0.0'))
            items.append(k[0] + (': ' + v[0] if t[0] == 'map' else ''))
        if t[0] == 'map':
            return '{' + self.joined(items) + '}', tuple(items)
        return '[' + self.joined(items) + ']', tuple(items)

    def joined(self, parts):
        mark = self.rng.choice([', ', ';', ' , \n', '\n'])
        return mark.join(parts) + (self.rng.choice([',', '']) if parts else '')

    # ---- text

    def annotations(self, chance=0.1):
        if self.rng.random() > chance:
            return ''
        return ' (' + self.joined(self.rng.choice(['a.b = "c"', 'flag', "go.tag = 'json:\"x\"'", 'x = ""', 'x = "1"']) for _ in range(self.rng.randint(1, 3))) + ')'

    def doc(self):
        if self.rng.random() > 0.2:
            return ''
        return self.rng.choice(['/** One line. */\n', '/**\n * Two\n *   lines, 100 % \\\n */\n', '/** ends in a star **/ ', '/** ??/ \\ */ ', '/** // /* é */',
                                '// plain\n', '# plain\n', '/* not doc */', '/***/', '/** a\n\n\tb */'])

    def end(self):
        return self.rng.choice([',', ';', '', '\n', ' ,']) + self.rng.choice(['\n', ' ', '\n\n'])

    # ---- definitions

    def make_fields(self, kind, index, before):
        used, fields = set(), []
        for _ in range(self.rng.choice([0, 1, 2, 4, 8, 70 if self.rng.random() < 0.03 else 3])):
            t = self.a_type(before=before)
            need = self.rng.choice(['', 'optional', 'required']) if kind != 'union' else self.rng.choice(['', 'optional'])
            r = self.real(t)
            if need == 'required' and r[0] == 'def' and r[1] is self and r[2].kind != 'enum' and r[2].index >= index:
                need = 'optional'
            initial = None
            if kind != 'union' and self.rng.random() < 0.3:
                initial = self.a_value(t, 0, index)
            fields.append((self.local(used), t, need, initial[0] if initial else None))
        return fields

    def field_list(self, fields):
        ids, out, next_id = set(), [], 1
        style = self.rng.random()
        for name, t, need, initial in fields:
            number = ''
            if style < 0.1:
                number = ''
            else:
                next_id += self.rng.choice([1, 1, 1, 2, 20])
                number = ('%#x: ' if self.rng.random() < 0.1 else '%d: ') % next_id
                if self.rng.random() < 0.02:
                    number = ''
            out.append('%s%s%s %s%s %s%s%s%s' % (self.doc(), number, need, self.text(t), '&' if self.rng.random() < 0.03 else '', name,
                                                 ' = ' + initial if initial is not None else '', self.annotations(), self.end()))
        if out and style >= 0.1 and self.rng.random() < 0.3:
            self.rng.shuffle(out)
        return '\n'.join(out)

    def define(self, d):
        rng, before = self.rng, None if self.new else d.index
        if d.kind == 'enum':
            used, d.values, number = set(), [], -1
            for _ in range(rng.choice([0, 1, 3, 9])):
                number = rng.randint(-2**31, 2**31 - 2) if rng.random() < 0.2 else number + 1
                d.values.append((self.local(used, False), number))
        elif d.kind == 'typedef':
            d.type = self.a_type(before=d.index)
        elif d.kind in ('struct', 'union', 'exception'):
            d.fields = self.make_fields(d.kind, d.index, before)

    def write_enum(self, d):
        out, number = [], -1
        for name, value in d.values:
            given = ' = %s' % (('%#x' if value >= 0 and self.rng.random() < 0.2 else '%d') % value) if value != number + 1 or self.rng.random() < 0.2 else ''
            out.append(self.doc() + name + given + self.annotations(0.05) + self.end())
            number = value
        return 'enum %s {%s}%s\n' % (d.name, ' '.join(out), self.annotations())

    def write(self, d):
        rng = self.rng
        if d.kind == 'enum':
            return self.doc() + self.write_enum(d)
        if d.kind == 'typedef':
            return '%stypedef %s %s%s%s' % (self.doc(), self.text(d.type), d.name, self.annotations(), self.end())
        if d.kind == 'const':
            return '%sconst %s %s = %s%s' % (self.doc(), self.text(d.type), d.name, d.value, self.end())
        if d.kind == 'service':
            return self.write_service(d)
        return '%s%s %s {\n%s\n}%s\n' % (self.doc(), d.kind, d.name, self.field_list(d.fields), self.annotations())

    def write_service(self, d):
        rng, used, out = self.rng, set(), []
        for _ in range(rng.randint(0, 4)):
            oneway = rng.random() < 0.2
            result = 'void' if oneway or rng.random() < 0.3 else self.text(self.a_type(before=d.index))
            thrown = self.visible(('exception',), d.index)
            throws = ''
            if thrown and not oneway and rng.random() < 0.5:
                throws = ' throws (1: %s e%s)' % (self.text(('def',) + rng.choice(thrown)), self.end().strip())
            arguments = [(n, t, '', i) for n, t, _, i in self.make_fields('arguments', d.index, d.index)]
            out.append('%s%s %s %s(%s)%s%s%s' % (self.doc(), 'oneway' if oneway else '', result, 'fn%d' % len(out) if rng.random() < 0.7 else self.local(used, False),
                                                 self.field_list(arguments), throws, self.annotations(), self.end()))
        return '%sservice %s {%s}%s\n' % (self.doc(), d.name, ''.join(out), self.annotations())

    def make(self):
        rng = self.rng
        kinds = [rng.choice(['struct'] * 5 + ['enum', 'enum', 'typedef', 'typedef', 'union', 'exception', 'const', 'const', 'service'])
                 for _ in range(rng.choice([1, 3, 8, 15]))]
        self.defs = [Def(k, self.name(), i) for i, k in enumerate(kinds)]
        for d in [d for d in self.defs if d.kind == 'enum'] + [d for d in self.defs if d.kind == 'typedef']:
            self.define(d)
        for d in self.defs:
            if d.kind not in ('enum', 'typedef'):
                self.define(d)
        for d in self.defs:
            if d.kind == 'const':
                d.type = self.a_type(before=d.index)
                value = self.a_value(d.type, 0, d.index)
                if value is None:
                    d.type, value = ('base', 'i32'), ('7', 7)
                d.value = value[0]
        order = list(self.defs)
        if self.forward:
            rng.shuffle(order)
        head = ''.join('include "%s.thrift"\n' % o.tag for o in self.includes)
        head += rng.choice(['', 'namespace * n%d.x\n' % self.index, 'namespace c m%d\n' % self.index, 'namespace cpp a.b\ncpp_include "<x>"\n'])
        text = rng.choice(['', '/** File. */\n']) + head + '\n'.join(self.write(d) for d in order)
        if rng.random() < 0.1:
            text = text.replace('\n', '\r\n')
        return ('\ufeff' if rng.random() < 0.05 else '') + text


def main():
    count, folder = int(sys.argv[1]), sys.argv[2]
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    schemas = []
    for i in range(count):
        s = Schema(rng, i, [o for o in schemas[-20:] if o.new <= (i % 3 == 0)], i % 3 == 0)
        with open(os.path.join(folder, s.tag + '.thrift'), 'w', newline='') as f:
            f.write(s.make())
        schemas.append(s)


main()
