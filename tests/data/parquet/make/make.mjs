// SPDX-License-Identifier: MIT
// node make.mjs DIR: writes small Parquet files with four different writers: DuckDB (C++), arrow-rs (Rust, as parquet-wasm),
// hyparquet-writer and parquetjs (JavaScript). Rows depend on nothing but their number.
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetWriteBuffer } from 'hyparquet-writer'

const require = createRequire(import.meta.url)
const wasm = require('parquet-wasm/node')
const parquetjs = require('@dsnp/parquetjs')

const dir = process.argv[2]
const at = name => path.join(dir, name)
const ROWS = 300
const rows = Array.from({ length: ROWS }, (_, i) => i)
const words = ['north', 'east', 'south', 'west', 'Zürich', '東京', '']

async function duckdb() {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const run = sql => connection.run(sql)
  await run(`SET TimeZone = 'UTC'`)
  await run(`CREATE TABLE t AS SELECT
    i::BOOLEAN AS flag, i::TINYINT AS i8, i::SMALLINT AS i16, i::INTEGER AS i32, i::BIGINT * 1000000007 AS i64,
    i::UTINYINT AS u8, i::UINTEGER AS u32, i::UBIGINT AS u64, i / 7 AS f64, (i / 3)::FLOAT AS f32,
    (i * 1.25)::DECIMAL(9, 2) AS money, (i * 1.5)::DECIMAL(30, 10) AS large_money,
    DATE '2020-01-01' + i::INTEGER AS day, TIME '00:00:00' + to_seconds(i) AS time,
    TIMESTAMP '2020-01-01' + to_hours(i) AS at, (TIMESTAMP '2020-01-01' + to_hours(i))::TIMESTAMPTZ AS at_utc,
    (TIMESTAMP '2020-01-01' + to_hours(i))::TIMESTAMP_NS AS at_ns, (TIMESTAMP '2020-01-01' + to_hours(i))::TIMESTAMP_MS AS at_ms,
    CASE WHEN i % 5 = 0 THEN NULL ELSE 'text ' || i END AS text, encode('bytes ' || i) AS bytes,
    ('00000000-0000-0000-0000-' || lpad(i::VARCHAR, 12, '0'))::UUID AS id, '{"i": 1}'::JSON AS json,
    (CASE i % 3 WHEN 0 THEN 'low' WHEN 1 THEN 'mid' ELSE 'high' END)::ENUM ('low', 'mid', 'high') AS level
    FROM (SELECT (range % 100) AS i FROM range(${ROWS}))`)
  await run(`COPY t TO '${at('duckdb-types.parquet')}' (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)`)
  await run(`CREATE TABLE n AS SELECT
    i AS key, {'x': i, 'y': (i % 100) / 2, 'label': 'p' || (i % 10)} AS point, range(i % 4) AS list,
    [['a', 'b'], ['c']] AS lists, MAP {'one': i % 10, 'two': 2} AS map,
    [{'name': 'n' || (i % 10), 'tags': ['t', 'u']}] AS people
    FROM (SELECT range AS i FROM range(4200))`)
  await run(`COPY n TO '${at('duckdb-nested.parquet')}' (FORMAT parquet, COMPRESSION brotli, ROW_GROUP_SIZE 2048,
    KV_METADATA {origin: 'make.mjs', note: 'three row groups', Sprache: 'Zürich, 東京'})`)
  await run(`COPY (SELECT i32 AS key FROM t WHERE i32 < 0) TO '${at('duckdb-empty.parquet')}' (FORMAT parquet)`)
}

function hyparquet() {
  fs.writeFileSync(at('hyparquet.parquet'), Buffer.from(parquetWriteBuffer({
    columnData: [
      { name: 'flag', data: rows.map(i => i % 3 === 0), type: 'BOOLEAN', nullable: false },
      { name: 'number', data: rows, type: 'INT32', columnIndex: true, encoding: 'DELTA_BINARY_PACKED' },
      { name: 'large', data: rows.map(i => BigInt(i) ** 5n), type: 'INT64', bloomFilter: true },
      { name: 'half', data: rows.map(i => i / 2), type: 'FLOAT16' },
      { name: 'ratio', data: rows.map(i => (i % 50 === 0 ? NaN : i / 7)), type: 'DOUBLE' },
      { name: 'word', data: rows.map(i => words[i % words.length]), type: 'STRING', columnIndex: true },
      { name: 'maybe', data: rows.map(i => (i % 2 ? null : `row ${i} has quite a long text`)), type: 'STRING' },
      { name: 'json', data: rows.map(i => ({ i, odd: i % 2 === 1 })), type: 'JSON' },
      { name: 'at', data: rows.map(i => new Date(1577836800000 + i * 3600000)), type: 'TIMESTAMP' },
      { name: 'place', data: rows.map(i => ({ type: 'Point', coordinates: [i % 180, i % 90] })), type: 'GEOMETRY' },
      { name: 'sphere', data: rows.map(i => ({ type: 'Point', coordinates: [-(i % 180), i % 90] })), type: 'GEOGRAPHY' },
    ],
    rowGroupSize: [100, 150],
    kvMetadata: [{ key: 'origin', value: 'make.mjs' }, { key: 'no value' }],
  })))
}

function arrowRs() {
  const properties = () => new wasm.WriterPropertiesBuilder()
    .setCompression(wasm.Compression.ZSTD)
    .setMaxRowGroupSize(2500)
    .setKeyValueMetadata(new Map([['origin', 'make.mjs']]))
    .setStatisticsEnabled(wasm.EnabledStatistics.Page)
  const copy = (from, to, writer) =>
    fs.writeFileSync(at(to), wasm.writeParquet(wasm.readParquet(fs.readFileSync(at(from))), writer.build()))
  copy('duckdb-types.parquet', 'arrow-rs-types.parquet', properties().setWriterVersion(wasm.WriterVersion.V2))
  copy('duckdb-nested.parquet', 'arrow-rs-nested.parquet', properties())
}

async function parquetJs() {
  const schema = new parquetjs.ParquetSchema({
    name: { type: 'UTF8', compression: 'SNAPPY' },
    quantity: { type: 'INT64', optional: true },
    price: { type: 'DECIMAL', precision: 9, scale: 2 },
    date: { type: 'TIMESTAMP_MILLIS' },
    in_stock: { type: 'BOOLEAN' },
    colours: { type: 'UTF8', repeated: true },
    stock: { repeated: true, fields: { warehouse: { type: 'UTF8' }, boxes: { type: 'INT32', repeated: true } } },
  })
  const writer = await parquetjs.ParquetWriter.openFile(schema, at('parquetjs.parquet'), {
    bloomFilters: [{ column: 'name', numFilterBytes: 1024 }],
  })
  writer.setRowGroupSize(120)
  writer.setMetadata('origin', 'make.mjs')
  for (const i of rows)
    await writer.appendRow({
      name: `item ${i % 40}`, ...(i % 3 ? { quantity: i } : {}), price: i + 0.25, date: new Date(1577836800000 + i * 86400000),
      in_stock: i % 2 === 0, colours: words.slice(0, i % 4),
      stock: [{ warehouse: 'A', boxes: [i, i + 1] }, { warehouse: 'B', boxes: [] }],
    })
  await writer.close()
}

await duckdb()
hyparquet()
arrowRs()
await parquetJs()
