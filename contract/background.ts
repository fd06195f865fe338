/** Marks requests that a page makes while no one is using it: they do not keep a session alive (security R7). */
export const BACKGROUND_HEADER = 'x-background'
