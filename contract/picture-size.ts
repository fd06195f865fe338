/** Pictures are stored for reviewers at most so long, in pixels: more of them shows nothing that a document has. */
export const RENDITION_EDGE = 2000
