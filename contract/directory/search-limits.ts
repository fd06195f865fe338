/** How many of each kind one look of the search shows; the lists show the rest. */
export const FOUND_OF_EACH = 6
