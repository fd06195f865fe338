/**
 * The cookie that tells the browser that someone has signed out, so that it clears what it stores about them. Not a
 * secret, so scripts can read it.
 */
export const SIGNED_OUT_COOKIE = 'signed-out'

/** The same for someone who cancelled at the identity provider, so that the page they come back to says it. */
export const CANCELLED_COOKIE = 'sign-in-cancelled'
