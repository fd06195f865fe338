/** Results of each kind that one search shows; the lists show the rest. */
export const FOUND_OF_EACH = 6
