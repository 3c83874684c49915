safe exception E {}
