// Separate from the schemas: the browser reads these without loading a validation library.

/** Fewest and most lines of a leaf: any further people of a company share one line. */
export const LEAF_LINES_MIN = 5
export const LEAF_LINES_MAX = 14
