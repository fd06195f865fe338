// Separate from the schemas: the browser reads these without loading a validation library.

/** Views that one person may save per list, and the longest name of a view. */
export const VIEWS_MAX = 20
export const VIEW_NAME_MAX = 60
