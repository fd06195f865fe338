/**
 * The cookie that tells the browser that someone has signed out, so that it clears what it stores about them. Not a
 * secret, so scripts can read it.
 */
export const SIGNED_OUT_COOKIE = 'signed-out'
