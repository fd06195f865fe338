/** Longest edge of the pictures stored for reviewers, in pixels: more shows nothing that a document has. */
export const RENDITION_EDGE = 2000
