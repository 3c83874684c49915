/* SPDX-License-Identifier: MIT */
/* Drawing the statistics. Names are escaped for XML; the numbers are ours. */
#include "stats_draw.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 1200.0
#define BAND 24
#define LEAST 0.6 /* narrower than this is not drawn */

struct drawing {
	FILE *file;
	uint64_t whole;
	unsigned depth; /* the deepest that is drawn */
};

static void put_xml(FILE *file, const char *text, size_t most)
{
	size_t i;

	for (i = 0; text[i] != '\0' && i < most; i++)
		if (text[i] == '<' || text[i] == '>' || text[i] == '&' || text[i] == '"' ||
			text[i] < 0x20 || text[i] >= 0x7f)
			fprintf(file, "&#%u;",
				text[i] >= 0x20 && text[i] < 0x7f ? (unsigned)text[i]
								  : (unsigned)'?');
		else
			putc(text[i], file);
}

static void measure(struct drawing *drawing, const struct tally_node *node, unsigned depth)
{
	const struct tally_node *child;

	if ((double)node->total / (double)drawing->whole * WIDTH < LEAST)
		return;
	if (depth > drawing->depth)
		drawing->depth = depth;
	for (child = node->first; child != NULL; child = child->sibling)
		measure(drawing, child, depth + 1);
}

static void draw(
	const struct drawing *drawing, const struct tally_node *node, double x, unsigned depth)
{
	double width = (double)node->total / (double)drawing->whole * WIDTH;
	const struct tally_node *child;
	char path[512], label[160];

	if (width < LEAST)
		return;
	stats_path(node, path, sizeof(path));
	if (node->field != NULL)
		snprintf(label, sizeof(label), "%s", node->field->name);
	else if (node->role == INGOT_ROLE_FIELD)
		snprintf(label, sizeof(label), "%d", node->id);
	else
		snprintf(label, sizeof(label), "%s", node->parent == NULL ? "all" : "[*]");
	fprintf(drawing->file,
		"<g><rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%u\" "
		"fill=\"hsl(%u,55%%,%u%%)\"/><title>",
		x, 30 + depth * BAND, width, BAND - 1,
		(unsigned)((uint16_t)node->id * 47u + depth * 25 + 200) % 360,
		depth % 2 == 0 ? 78 : 84);
	put_xml(drawing->file, path, sizeof(path));
	fprintf(drawing->file, ": %" PRIu64 " bytes (%.1f%%), %" PRIu64 " values</title>",
		node->total, 100 * (double)node->total / (double)drawing->whole, node->count);
	if (width > 24) {
		fprintf(drawing->file, "<text x=\"%.2f\" y=\"%u\">", x + 3, 30 + depth * BAND + 16);
		put_xml(drawing->file, label, (size_t)((width - 7) / 7));
		if (strlen(label) > (size_t)((width - 7) / 7))
			fputs("&#8230;", drawing->file);
		fputs("</text>", drawing->file);
	}
	fputs("</g>\n", drawing->file);
	for (child = node->first; child != NULL; child = child->sibling) {
		draw(drawing, child, x, depth + 1);
		x += (double)child->total / (double)drawing->whole * WIDTH;
	}
}

void stats_draw(struct out *out, const struct tally *tally)
{
	struct drawing drawing = { .file = out->file, .whole = tally->root->total };

	if (drawing.whole == 0)
		drawing.whole = 1;
	measure(&drawing, tally->root, 0);
	fprintf(out->file,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %u\" "
		"font-family=\"sans-serif\" "
		"font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		"<text x=\"3\" y=\"19\" font-size=\"14\">%" PRIu64 " bytes in %" PRIu64
		" value%s</text>\n",
		WIDTH, 30 + (drawing.depth + 1) * BAND, tally->root->total, tally->values,
		tally->values == 1 ? "" : "s");
	draw(&drawing, tally->root, 0, 0);
	fputs("</svg>\n", out->file);
}
