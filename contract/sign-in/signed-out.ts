/** The cookie by which the server tells the browser that someone has signed out: it clears then what it keeps of them. No secret, so scripts read it. */
export const SIGNED_OUT_COOKIE = 'signed-out'
