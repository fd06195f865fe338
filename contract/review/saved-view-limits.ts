// Apart from the schemas: the browser reads these without a library to check them.

/** How many views one person may keep of a list, and how long the name of one may be. */
export const VIEWS_MAX = 20
export const VIEW_NAME_MAX = 60
