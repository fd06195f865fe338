/** Marks what a page asks by itself while no one is at it: such a request keeps no session alive (security R7). */
export const BACKGROUND_HEADER = 'x-background'
