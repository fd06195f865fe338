/** Where the tabs of one browser hear of a sign-in. */
export const SESSION_CHANNEL = 'session'
