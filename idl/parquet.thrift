/* SPDX-License-Identifier: MIT */
/**
 * The metadata of Apache Parquet files: names, ids, types and numbers are the format's, the comments are ours.
 *
 * A file ends with a FileMetaData in the compact protocol, its size as four little-endian bytes, and "PAR1" ("PARE" when the
 * footer is encrypted; what stands there is then a FileCryptoMetaData and ciphertext). Each page begins with a PageHeader.
 */
namespace c parquet

/** How values are stored. What they mean is said by a LogicalType. */
enum Type {
  BOOLEAN = 0;
  INT32 = 1;
  INT64 = 2;
  /** Twelve bytes, once used for timestamps in nanoseconds. */
  INT96 = 3;
  FLOAT = 4;
  DOUBLE = 5;
  BYTE_ARRAY = 6;
  /** SchemaElement.type_length bytes each. */
  FIXED_LEN_BYTE_ARRAY = 7;
}

/** What values mean, in files from before LogicalType. Writers still set both. */
enum ConvertedType {
  UTF8 = 0;
  /** A group with one repeated group of a key and a value. */
  MAP = 1;
  MAP_KEY_VALUE = 2;
  /** A group with one repeated child. */
  LIST = 3;
  ENUM = 4;
  /** An unscaled integer; see SchemaElement.scale and precision. */
  DECIMAL = 5;
  /** Days since 1970-01-01. */
  DATE = 6;
  TIME_MILLIS = 7;
  TIME_MICROS = 8;
  TIMESTAMP_MILLIS = 9;
  TIMESTAMP_MICROS = 10;
  UINT_8 = 11;
  UINT_16 = 12;
  UINT_32 = 13;
  UINT_64 = 14;
  INT_8 = 15;
  INT_16 = 16;
  INT_32 = 17;
  INT_64 = 18;
  JSON = 19;
  BSON = 20;
  /** Three little-endian 32-bit numbers: months, days, milliseconds. */
  INTERVAL = 21;
}

/** How often a field stands in its parent. */
enum FieldRepetitionType {
  REQUIRED = 0;
  OPTIONAL = 1;
  REPEATED = 2;
}

/** How the edge between two points on the globe is drawn. */
enum EdgeInterpolationAlgorithm {
  SPHERICAL = 0;
  VINCENTY = 1;
  THOMAS = 2;
  ANDOYER = 3;
  KARNEY = 4;
}

/** How values are laid out in a page. The number 1 was never used. */
enum Encoding {
  PLAIN = 0;
  /** Superseded by RLE_DICTIONARY for data pages and PLAIN for dictionary pages. */
  PLAIN_DICTIONARY = 2;
  RLE = 3;
  /** Superseded by RLE. */
  BIT_PACKED = 4;
  DELTA_BINARY_PACKED = 5;
  DELTA_LENGTH_BYTE_ARRAY = 6;
  DELTA_BYTE_ARRAY = 7;
  RLE_DICTIONARY = 8;
  BYTE_STREAM_SPLIT = 9;
  ALP = 10;
}

/** How pages are compressed. */
enum CompressionCodec {
  UNCOMPRESSED = 0;
  SNAPPY = 1;
  GZIP = 2;
  LZO = 3;
  BROTLI = 4;
  /** With a framing of its own; superseded by LZ4_RAW. */
  LZ4 = 5;
  ZSTD = 6;
  LZ4_RAW = 7;
}

enum PageType {
  DATA_PAGE = 0;
  INDEX_PAGE = 1;
  DICTIONARY_PAGE = 2;
  DATA_PAGE_V2 = 3;
}

/** How the smallest and largest values of a column's pages are ordered. */
enum BoundaryOrder {
  UNORDERED = 0;
  ASCENDING = 1;
  DESCENDING = 2;
}

/** How large a column or page is when it is not encoded, and how its levels are distributed. */
struct SizeStatistics {
  /** Of BYTE_ARRAY values, without the bytes that hold their sizes. */
  1: optional i64 unencoded_byte_array_data_bytes;
  /** Element i: how many values have repetition level i. */
  2: optional list<i64> repetition_level_histogram;
  /** Element i: how many values have definition level i. */
  3: optional list<i64> definition_level_histogram;
}

/** The box that holds all geometries; xmin may be above xmax when it goes across the antimeridian. */
struct BoundingBox {
  1: required double xmin;
  2: required double xmax;
  3: required double ymin;
  4: required double ymax;
  5: optional double zmin;
  6: optional double zmax;
  7: optional double mmin;
  8: optional double mmax;
}

struct GeospatialStatistics {
  1: optional BoundingBox bbox;
  /** WKB type codes that occur. */
  2: optional list<i32> geospatial_types;
}

/** Of a column chunk or a page. Values are in PLAIN encoding; BYTE_ARRAY without its size. */
struct Statistics {
  /** By signed comparison, whatever the type; superseded by max_value. */
  1: optional binary max;
  /** Superseded by min_value. */
  2: optional binary min;
  3: optional i64 null_count;
  4: optional i64 distinct_count;
  /** In the order that FileMetaData.column_orders says; may be above the largest value. */
  5: optional binary max_value;
  6: optional binary min_value;
  /** Whether max_value occurs in the data. */
  7: optional bool is_max_value_exact;
  8: optional bool is_min_value_exact;
  9: optional i64 nan_count;
}

struct StringType {}
struct UUIDType {}
struct MapType {}
struct ListType {}
struct EnumType {}
struct DateType {}
struct Float16Type {}
/** A column in which every value is null. */
struct NullType {}

/** unscaled × 10^-scale */
struct DecimalType {
  1: required i32 scale;
  2: required i32 precision;
}

struct MilliSeconds {}
struct MicroSeconds {}
struct NanoSeconds {}

union TimeUnit {
  1: MilliSeconds MILLIS;
  2: MicroSeconds MICROS;
  3: NanoSeconds NANOS;
}

struct TimestampType {
  /** An instant; otherwise a local time without a zone. */
  1: required bool isAdjustedToUTC;
  2: required TimeUnit unit;
}

struct TimeType {
  1: required bool isAdjustedToUTC;
  2: required TimeUnit unit;
}

struct IntType {
  /** 8, 16, 32 or 64. */
  1: required i8 bitWidth;
  2: required bool isSigned;
}

struct JsonType {}
struct BsonType {}

struct VariantType {
  1: optional i8 specification_version;
}

/** WKB in a plane. */
struct GeometryType {
  1: optional string crs;
}

/** WKB on a globe. */
struct GeographyType {
  1: optional string crs;
  2: optional EdgeInterpolationAlgorithm algorithm;
}

struct FileType {}

/** What values mean. */
union LogicalType {
  1: StringType STRING;
  2: MapType MAP;
  3: ListType LIST;
  4: EnumType ENUM;
  5: DecimalType DECIMAL;
  6: DateType DATE;
  7: TimeType TIME;
  8: TimestampType TIMESTAMP;
  10: IntType INTEGER;
  11: NullType UNKNOWN;
  12: JsonType JSON;
  13: BsonType BSON;
  14: UUIDType UUID;
  15: Float16Type FLOAT16;
  16: VariantType VARIANT;
  17: GeometryType GEOMETRY;
  18: GeographyType GEOGRAPHY;
  19: FileType FILE;
}

/** A node of the schema: a group when it has children, else a column. The tree is stored depth first, the root first. */
struct SchemaElement {
  /** Absent for groups. */
  1: optional Type type;
  /** Bytes, for FIXED_LEN_BYTE_ARRAY. */
  2: optional i32 type_length;
  /** Absent for the root. */
  3: optional FieldRepetitionType repetition_type;
  4: required string name;
  5: optional i32 num_children;
  6: optional ConvertedType converted_type;
  /** For ConvertedType.DECIMAL. */
  7: optional i32 scale;
  8: optional i32 precision;
  /** Of the schema that the file was made from, such as Iceberg's. */
  9: optional i32 field_id;
  10: optional LogicalType logicalType;
}

struct DataPageHeader {
  /** Nulls included. */
  1: required i32 num_values;
  2: required Encoding encoding;
  3: required Encoding definition_level_encoding;
  4: required Encoding repetition_level_encoding;
  5: optional Statistics statistics;
}

struct IndexPageHeader {}

struct DictionaryPageHeader {
  1: required i32 num_values;
  2: required Encoding encoding;
  3: optional bool is_sorted;
}

/** As DataPageHeader, with levels that are never compressed, and whole rows. */
struct DataPageHeaderV2 {
  1: required i32 num_values;
  2: required i32 num_nulls;
  3: required i32 num_rows;
  4: required Encoding encoding;
  5: required i32 definition_levels_byte_length;
  6: required i32 repetition_levels_byte_length;
  /** Of the values; the levels are not. */
  7: optional bool is_compressed = true;
  8: optional Statistics statistics;
}

struct SplitBlockAlgorithm {}

union BloomFilterAlgorithm {
  1: SplitBlockAlgorithm BLOCK;
}

struct XxHash {}

union BloomFilterHash {
  1: XxHash XXHASH;
}

struct Uncompressed {}

union BloomFilterCompression {
  1: Uncompressed UNCOMPRESSED;
}

/** Stands before a Bloom filter's bits. */
struct BloomFilterHeader {
  /** Of the bits, without this header. */
  1: required i32 numBytes;
  2: required BloomFilterAlgorithm algorithm;
  3: required BloomFilterHash hash;
  4: required BloomFilterCompression compression;
}

/** Stands before a page; the one header that belongs to the page's type is set. */
struct PageHeader {
  1: required PageType type;
  /** Bytes, this header not included. */
  2: required i32 uncompressed_page_size;
  3: required i32 compressed_page_size;
  /** CRC-32 of the page as stored. */
  4: optional i32 crc;
  5: optional DataPageHeader data_page_header;
  6: optional IndexPageHeader index_page_header;
  7: optional DictionaryPageHeader dictionary_page_header;
  8: optional DataPageHeaderV2 data_page_header_v2;
}

struct KeyValue {
  1: required string key;
  2: optional string value;
}

/** One column that the rows of a row group are sorted by. */
struct SortingColumn {
  /** Among the columns of the row group, from 0. */
  1: required i32 column_idx;
  2: required bool descending;
  3: required bool nulls_first;
}

/** How many pages of a column chunk have a type and an encoding. */
struct PageEncodingStats {
  1: required PageType page_type;
  2: required Encoding encoding;
  3: required i32 count;
}

/** A column chunk: where its pages are and what is known about its values. */
struct ColumnMetaData {
  1: required Type type;
  /** All that occur. */
  2: required list<Encoding> encodings;
  3: required list<string> path_in_schema;
  4: required CompressionCodec codec;
  5: required i64 num_values;
  /** Bytes of all pages, headers included. */
  6: required i64 total_uncompressed_size;
  7: required i64 total_compressed_size;
  8: optional list<KeyValue> key_value_metadata;
  /** From the file's start. */
  9: required i64 data_page_offset;
  10: optional i64 index_page_offset;
  11: optional i64 dictionary_page_offset;
  12: optional Statistics statistics;
  13: optional list<PageEncodingStats> encoding_stats;
  14: optional i64 bloom_filter_offset;
  15: optional i32 bloom_filter_length;
  16: optional SizeStatistics size_statistics;
  17: optional GeospatialStatistics geospatial_statistics;
}

struct EncryptionWithFooterKey {}

struct EncryptionWithColumnKey {
  1: required list<string> path_in_schema;
  2: optional binary key_metadata;
}

union ColumnCryptoMetaData {
  1: EncryptionWithFooterKey ENCRYPTION_WITH_FOOTER_KEY;
  2: EncryptionWithColumnKey ENCRYPTION_WITH_COLUMN_KEY;
}

/** A column of a row group. */
struct ColumnChunk {
  /** Relative to this file; absent: in this file. */
  1: optional string file_path;
  /** Not relied on any more; writers set 0. */
  2: required i64 file_offset = 0;
  3: optional ColumnMetaData meta_data;
  4: optional i64 offset_index_offset;
  5: optional i32 offset_index_length;
  6: optional i64 column_index_offset;
  7: optional i32 column_index_length;
  8: optional ColumnCryptoMetaData crypto_metadata;
  /** meta_data, encrypted with the column's key. */
  9: optional binary encrypted_column_metadata;
}

struct RowGroup {
  /** One for each column of the schema, in its order. */
  1: required list<ColumnChunk> columns;
  /** Bytes before compression. */
  2: required i64 total_byte_size;
  3: required i64 num_rows;
  4: optional list<SortingColumn> sorting_columns;
  5: optional i64 file_offset;
  6: optional i64 total_compressed_size;
  7: optional i16 ordinal;
}

struct TypeDefinedOrder {}
struct IEEE754TotalOrder {}
struct Int96TimestampOrder {}

/** What min_value and max_value are ordered by. */
union ColumnOrder {
  1: TypeDefinedOrder TYPE_ORDER;
  2: IEEE754TotalOrder IEEE_754_TOTAL_ORDER;
  3: Int96TimestampOrder INT96_TIMESTAMP_ORDER;
}

struct PageLocation {
  /** From the file's start. */
  1: required i64 offset;
  /** Bytes, the page's header included. */
  2: required i32 compressed_page_size;
  /** In the row group, from 0. */
  3: required i64 first_row_index;
}

/** Where the pages of a column chunk are. */
struct OffsetIndex {
  1: required list<PageLocation> page_locations;
  2: optional list<i64> unencoded_byte_array_data_bytes;
}

/** What is in the pages of a column chunk: one element for each page. */
struct ColumnIndex {
  /** Whether all values of the page are null. */
  1: required list<bool> null_pages;
  /** Empty for null pages. */
  2: required list<binary> min_values;
  3: required list<binary> max_values;
  4: required BoundaryOrder boundary_order;
  5: optional list<i64> null_counts;
  /** The pages' histograms one behind another. */
  6: optional list<i64> repetition_level_histograms;
  7: optional list<i64> definition_level_histograms;
  8: optional list<i64> nan_counts;
}

struct AesGcmV1 {
  1: optional binary aad_prefix;
  2: optional binary aad_file_unique;
  /** The reader has to know the prefix. */
  3: optional bool supply_aad_prefix;
}

struct AesGcmCtrV1 {
  1: optional binary aad_prefix;
  2: optional binary aad_file_unique;
  3: optional bool supply_aad_prefix;
}

union EncryptionAlgorithm {
  1: AesGcmV1 AES_GCM_V1;
  2: AesGcmCtrV1 AES_GCM_CTR_V1;
}

/** The footer. */
struct FileMetaData {
  1: required i32 version;
  2: required list<SchemaElement> schema;
  3: required i64 num_rows;
  4: required list<RowGroup> row_groups;
  5: optional list<KeyValue> key_value_metadata;
  /** The application that wrote the file, and its version. */
  6: optional string created_by;
  /** One for each column of the schema. */
  7: optional list<ColumnOrder> column_orders;
  /** For a footer in plain text of a file with encrypted columns. */
  8: optional EncryptionAlgorithm encryption_algorithm;
  9: optional binary footer_signing_key_metadata;
}

/** Stands before an encrypted footer. */
struct FileCryptoMetaData {
  1: required EncryptionAlgorithm encryption_algorithm;
  2: optional binary key_metadata;
}
