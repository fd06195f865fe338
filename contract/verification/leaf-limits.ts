// Apart from the schemas: the browser reads these without a library to check them.

/** Fewest and most lines of a leaf: people of a company beyond that share one line. */
export const LEAF_LINES_MIN = 5
export const LEAF_LINES_MAX = 14
