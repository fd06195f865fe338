/**
 * Why someone who came back from the identity provider isn't signed in, with the status of the page that says so. The
 * first two are refused by the account itself, the others by the provider.
 */
export const SIGN_IN_REFUSALS = {
  'account-suspended': 403,
  'account-closed': 403,
  /** For example, the provider has blocked the account, or a rule there doesn't let this person in. */
  'provider-refused': 403,
  /** The provider wants to show its own pages first. */
  'provider-asks': 401,
  'provider-busy': 503,
  'provider-failed': 502,
} as const
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS
