/* SPDX-License-Identifier: MIT */
/* What to write instead of things that other Thrift compilers, or older ones, know. */
#include "parse.h"
#include <string.h>

static const struct hint {
	const char *word;
	const char *text;
} definition_hints[] = {
	{"senum", "\"senum\" was removed from Thrift: write \"enum\", or string constants"},
	{"interaction", "interactions are fbthrift's: write a service"},
	{"package", "\"package\" is fbthrift's: write \"namespace * name\""},
	{"performs", "interactions are fbthrift's: write a service"},
	{"hs_include", "\"hs_include\" is fbthrift's: leave the line out"},
	{"c_include", "\"c_include\" was removed from Thrift: leave the line out"},
	{"cpp_namespace", "write \"namespace cpp name\""},
	{"py_module", "write \"namespace py name\""},
	{"java_package", "write \"namespace java name\""},
	{"php_namespace", "write \"namespace php name\""},
	{"perl_package", "write \"namespace perl name\""},
	{"ruby_namespace", "write \"namespace rb name\""},
	{"csharp_namespace", "write \"namespace netstd name\""},
	{"cocoa_prefix", "write \"namespace cocoa name\""},
	{"delphi_namespace", "write \"namespace delphi name\""},
	{"smalltalk_category", "write \"namespace smalltalk.category name\""},
	{"smalltalk_prefix", "write \"namespace smalltalk.prefix name\""},
	{"xsd_namespace", "write \"namespace xsd name\""},
	{"as", "\"include ... as\" is fbthrift's: names of the file are written with its base name"},
	{"safe", "qualifiers of exceptions are fbthrift's: leave the word out"},
	{"transient", "qualifiers of exceptions are fbthrift's: leave the word out"},
	{"stateful", "qualifiers of exceptions are fbthrift's: leave the word out"},
	{"permanent", "qualifiers of exceptions are fbthrift's: leave the word out"},
	{"client", "qualifiers of exceptions are fbthrift's: leave the word out"},
	{"server", "qualifiers of exceptions are fbthrift's: leave the word out"},
};

static const struct hint type_hints[] = {
	{"stream", "streams are fbthrift's: a function returns one value"},
	{"sink", "sinks are fbthrift's: a function returns one value"},
	{"slist", "\"slist\" was removed from Thrift: write \"string\""},
	{"array", "write \"list<...>\""},
	{"vector", "write \"list<...>\""},
	{"dict", "write \"map<..., ...>\""},
};

static const struct hint function_hints[] = {
	{"idempotent", "\"idempotent\" is fbthrift's: leave the word out"},
	{"readonly", "\"readonly\" is fbthrift's: leave the word out"},
	{"performs", "interactions are fbthrift's: write a service"},
};

static const char *look_up(const struct hint *hints, size_t count, struct idl_span span)
{
	const char *text = span.source->text + span.begin;
	size_t size = span.end - span.begin;

	for (size_t i = 0; i < count; i++) {
		if (strlen(hints[i].word) == size && memcmp(hints[i].word, text, size) == 0)
			return hints[i].text;
	}
	return NULL;
}

#define LOOK_UP(hints, span) look_up(hints, sizeof(hints) / sizeof((hints)[0]), span)

const char *parse_hint(const struct parse *parse, struct idl_span token, bool at_definition)
{
	const char *text = token.source->text + token.begin;

	if (token.begin == token.end)
		return NULL;
	if (*text == '@')
		return "structured annotations are fbthrift's: write (key = \"value\") behind the definition";
	if (at_definition)
		return LOOK_UP(definition_hints, token);
	if (*text == '<')
		return LOOK_UP(type_hints, parse->previous);
	return LOOK_UP(function_hints, parse->previous);
}
