# SPDX-License-Identifier: MIT
"""What the command line does with bytes that mean harm. usage: cli_hostile.py INGOT SRCDIR CHECK; exits 0 when the check holds."""
import glob, os, pty, random, re, resource, select, struct, subprocess, sys, tempfile

INGOT, SRCDIR, CHECK = sys.argv[1:4]
WORK = tempfile.mkdtemp()
NASTY = bytes(range(256)) + '\u202e\u2066\u2028\u2029\ufeff\u0085\u009b31m\u200b'.encode() + b'\x1b]0;title\x07\x1b[31m</script><img onerror=x>&'
FORMATS = ['tree', 'json', 'hex', 'text', 'html']

def rounds(usual): return (usual + 4) // 5 if 'INGOT_QUICK' in os.environ else usual
def varint(n):
    out = b''
    while n >= 0x80: out += bytes([n & 0x7f | 0x80]); n >>= 7
    return out + bytes([n])
def text(b): return varint(len(b)) + b
def limits():
    if not os.environ.get('INGOT_NO_LIMIT'): resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)) # sanitizers need more
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
def run(args, data=None, cwd=None):
    p = subprocess.run([INGOT] + args, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20, preexec_fn=limits, cwd=cwd)
    assert p.returncode in (0, 1, 2), '%s: exit %d: %s' % (args, p.returncode, p.stderr[-300:])
    return p
def clean(p, what):
    for stream in (p.stdout, p.stderr):
        if stream.startswith(b'<!DOCTYPE'): stream = stream[:stream.rindex(b'<script>')] # our own script has tabs
        bad = re.search(rb'[^\x20-\x7e\n]', stream)
        assert not bad, '%s: byte %r at ...%r' % (what, bad.group(), stream[max(0, bad.start() - 40):bad.start() + 10])
def put(name, data):
    path = os.path.join(os.fsencode(WORK), name if isinstance(name, bytes) else name.encode())
    open(path, 'wb').write(data)
    return os.fsdecode(path)

# The nasty text as a field, an element, a key, a value, and a message's name.
STRUCT = (b'\x18' + text(NASTY) + b'\x19\x18' + text(NASTY) + b'\x1b\x01\x88' + text(NASTY) + text(NASTY) +
          b''.join(b'\x18' + text(bytes([b])) for b in range(256)) + b'\x00')
MESSAGE = b'\x82\x21\x01' + text(NASTY) + STRUCT
INFO = text(NASTY) + text(NASTY)
HEADER = b'\x02\x00\x01\x01' + INFO
HEADER += b'\0' * (-len(HEADER) % 4)
BODY = b'\x0f\xff\0\0\0\0\0\1' + struct.pack('>H', len(HEADER) // 4) + HEADER + MESSAGE
THEADER = struct.pack('>I', len(BODY)) + BODY
IDL = b'struct S { 1: string a 2: list<string> b 3: map<string, string> c 4: string d }\n'

def output():
    idl = put('s.thrift', IDL)
    for name, data in (('struct', STRUCT), ('message', MESSAGE), ('theader', THEADER), ('cut', STRUCT[:700])):
        path = put(name, data)
        for format in FORMATS:
            for extra in ([], ['--full'], ['--idl', idl, '--type', 'S']):
                clean(run(['inspect', '--format', format, *extra, path]), '%s %s %s' % (name, format, extra))
        for verb in (['stats', path], ['stats', '--svg', path], ['stats', '--by', '2[*]', path], ['query', '', path], ['query', '2[0]', path],
                     ['query', '--format', 'json', '3', path], ['identify', '--idl', idl, path],
                     ['diff', path, put('other', b'\x00')], ['diff', '--format', 'json', path, put('other', b'\x00')]):
            clean(run(verb), '%s %s' % (name, verb))
        draft = run(['infer', path])
        draft.stdout = draft.stdout.replace(b'\t', b' ') # the draft's own
        clean(draft, 'infer')

def names():
    for name in (b'\x1b]0;x\x07', b'a\nb\rc', '\u202efile'.encode(), b'\xff\x9b31m', b'</script><b>'.replace(b'/', b'')):
        path = put(name, STRUCT)
        for format in FORMATS: clean(run(['inspect', '--format', format, path]), 'file name %r' % name)
        clean(run(['stats', path]), 'stats')
        clean(run(['inspect', path + 'absent']), 'absent')
        for option in ('--format', '--type', '--at', '--idl', '--protocol', '--by'):
            clean(run(['inspect', option, os.fsdecode(name), path]), option)
            clean(run(['stats', option, os.fsdecode(name), path]), option)
        clean(run(['query', os.fsdecode(name), path]), 'query')
        clean(run([os.fsdecode(name)]), 'verb')
        clean(run(['encode', put('bad', name)]), 'encode')
        clean(run(['encode', put('bad', b'{"' + b'a' * 3 + name.replace(b'\n', b'').replace(b'\r', b'') + b'": 1}')]), 'encode json')

def html():
    for data in (STRUCT, MESSAGE, THEADER):
        page = run(['inspect', '--format', 'html', put('x', data)]).stdout
        assert page.count(b'<script') == 3 and page.count(b'</script>') == 3 and b'<img' not in page

def terminal():
    """On a terminal that takes UTF-8 letters pass and nothing that controls or reorders does."""
    path = put('t', b'\x18' + text('h\u00e9llo \u65e5\u672c \U0001f680'.encode()) + b'\x18' + text(NASTY[:0] + '\u202e\u2066\u2028\u009b\ufeff\u200b\x1b[31m'.encode()) + b'\x00')
    master, slave = pty.openpty()
    p = subprocess.Popen([INGOT, 'inspect', path], stdout=slave, stderr=slave, env=dict(os.environ, LC_ALL='C.UTF-8', TERM='xterm'))
    os.close(slave)
    seen = b''
    while True:
        try: part = os.read(master, 65536)
        except OSError: break
        if not part: break
        seen += part
    p.wait()
    plain = re.sub(rb'\x1b\[[0-9]+m', b'', seen.replace(b'\r\n', b'\n')).decode()
    assert 'h\u00e9llo \u65e5\u672c \U0001f680' in plain, plain
    assert not re.search('[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]', plain), repr(plain)
    assert b'\x1b[' in seen
    p = subprocess.Popen([INGOT, 'inspect', path], stdout=(pair := pty.openpty())[1], env=dict(os.environ, NO_COLOR='1', TERM='xterm'))
    os.close(pair[1]); p.wait()
    assert b'\x1b' not in os.read(pair[0], 65536)

def mutations():
    """Damaged blobs: no crash, no hang, little memory, and the text form gives the same bytes back."""
    rnd = random.Random(7)
    files = sorted(glob.glob(os.path.join(SRCDIR, 'tests/data/wire/*.bin'))) + [put('s', STRUCT[:400]), put('h', THEADER)]
    idl = os.path.join(SRCDIR, 'idl/everything.thrift')
    for round in range(rounds(250)):
        data = bytearray(open(rnd.choice(files), 'rb').read())
        for _ in range(rnd.randint(1, 6)):
            if not data: break
            i = rnd.randrange(len(data))
            kind = rnd.randrange(4)
            if kind == 0: data[i] ^= 1 << rnd.randrange(8)
            elif kind == 1: data[i] = rnd.choice([0, 1, 0x7f, 0x80, 0xff, 0x15, 0x18, 0x19, 0x1b, 0x1c, 0xf9])
            elif kind == 2: del data[i:i + rnd.randint(1, 4)]
            else: data[i:i] = bytes(data[i:i + rnd.randint(1, 8)])
        path = put('m', bytes(data))
        protocol = [[], ['--protocol', 'binary'], ['--protocol', 'compact']][round % 3]
        t = run(['inspect', '--format', 'text', *protocol, path])
        back = run(['encode', '-'], data=t.stdout)
        assert back.returncode == 0 and back.stdout == bytes(data), '%s %s: %s' % (bytes(data).hex(), protocol, back.stderr)
        clean(run(['inspect', '--format', FORMATS[round % 5], *protocol, path]), bytes(data).hex())
        run(['stats', '--resync', *protocol, path]); run(['infer', *protocol, path]); run(['convert', '--to', 'binary', *protocol, path])
        run(['diff', *protocol, path, rnd.choice(files)]); run(['query', '*', *protocol, path])

def attacks():
    """Small files that ask for much: an answer in time and within a gigabyte of address space."""
    deep = b''.join([b'\x1c' * 100000, b'\x19' * 100000, b'\x1b\x01\x8b' + b'\x01a\x01\x8b' * 50000])
    for data in (deep, b'\x19\xfc\xff\xff\xff\xff\x07', b'\x18\xff\xff\xff\xff\x07', b'\x0f\0\1\x0c\x7f\xff\xff\xff', b'\x80' * 1000,
                 b'\x15\x02' * 200000 + b'\0', b'\x05\x02\x02' * 200000 + b'\0', b''.join(b'\x05' + varint(2 * (i * 7919 % 16000)) + b'\0' for i in range(100000)) + b'\0',
                 b'\x82\x21\x01\x00\x00' * 20000, b'\0\0\0\5\x82\x21\x01\x00\x00' * 20000, b'PAR1' + b'\0' * 1000 + b'\xff\xff\xff\x7fPAR1',
                 b'\x82' * 300000, b'\0\0\0\1' * 100000, b'\x1b' + varint(5000) + b'\x88' + b'\0\0' * 5000 + b'\0'):
        path = put('attack', data)
        for format in FORMATS: run(['inspect', '--resync', '--format', format, path])
        run(['inspect', '--resync', '--message', '--protocol', 'compact', path])
        run(['stats', path]); run(['infer', path]); run(['diff', path, path]); run(['identify', path])

def mutate(rnd, data, alphabet):
    data = bytearray(data)
    for _ in range(rnd.randint(1, 5)):
        if not data: break
        i = rnd.randrange(len(data))
        kind = rnd.randrange(4)
        if kind == 0: data[i] ^= 1 << rnd.randrange(8)
        elif kind == 1: data[i:i] = rnd.choice(alphabet)
        elif kind == 2: del data[i:i + rnd.randint(1, 9)]
        else: data[i:i] = bytes(data[i:i + rnd.randint(1, 30)])
    return bytes(data)

def encoders():
    """Text and JSON that nobody wrote by hand: encode takes it or says where it is wrong, and what it wrote can be read."""
    rnd = random.Random(11)
    blobs = [put('s', STRUCT[:900]), put('h', THEADER[:300]), put('m', MESSAGE)] + sorted(glob.glob(os.path.join(SRCDIR, 'tests/data/wire/*.bin')))[::4]
    texts = [run(['inspect', '--format', f, b]).stdout for b in blobs for f in ('text', 'json')]
    alphabet = [b'{', b'}', b'[', b']', b'(', b')', b'`', b'`00`', b'"', b'\\', b'\\u{110000}', b': ', b'<', b'>', b' => ', b'raw `00`', b'struct {', b'frame (',
                b'list<list> [', b'map<i32, binary> {', b'-', b'99999999999999999999', b'1e999', b'#', b'\n', b'\0', b'0x', b'footer (', b'null', b'{"hex": "0"}']
    for round in range(rounds(300)):
        data = mutate(rnd, rnd.choice(texts), alphabet)
        p = run(['encode', '--to', rnd.choice(['binary', 'compact']), '-'], data=data)
        clean(subprocess.CompletedProcess([], 0, b'', p.stderr), 'encode')
        assert p.returncode == 0 or re.match(rb'ingot: stdin:', p.stderr), p.stderr
        if p.returncode == 0: run(['inspect', '--format', 'json', '-'], data=p.stdout)
    for data in (b'compact struct {' + b'1: struct {' * 5000, b'compact struct { 1: ' + b'list<list> [' * 5000, b'(' * 10000, b'frame (' * 5000, b'{"1": {"struct": ' * 2000,
                 b'[' * 100000, b'{"1": {"list<list>": [' * 2000):
        assert run(['encode', '-'], data=data).returncode == 1

def schemas():
    """Damaged footers by Parquet's schema, in each format and verb."""
    rnd = random.Random(13)
    alphabet = [bytes([b]) for b in (0, 1, 0x7f, 0x80, 0xff, 0x15, 0x18, 0x19, 0x1b, 0x1c, 0xf9, 0x2c)]
    files = [open(f, 'rb').read() for f in sorted(glob.glob(os.path.join(SRCDIR, 'tests/data/parquet/*.parquet')))]
    for round in range(rounds(120)):
        whole = rnd.choice(files)
        size = int.from_bytes(whole[-8:-4], 'little')
        footer = mutate(rnd, whole[-8 - size:-8], alphabet)
        bare, file = put('bare', footer), put('file', whole[:-8 - size] + footer + struct.pack('<I', len(footer)) + b'PAR1')
        for format in FORMATS: clean(run(['inspect', '--format', format, '--type', 'FileMetaData', *rnd.choice([[], ['--strict']]), bare]), format)
        clean(run(['inspect', '--pages', file]), 'pages')
        run(['stats', file]); run(['identify', bare]); run(['query', 'row_groups[*].columns[*].meta_data', file])
        t = run(['inspect', '--format', 'text', '--type', 'FileMetaData', bare]).stdout
        assert run(['encode', '-'], data=t).stdout == footer

globals()[CHECK]()
