/** The provider a person signs in with: what stands before the first bar of its id, else auth0 (account-admin §2). */
export function providerOf(authId: string): string {
  const bar = authId.indexOf('|')
  return bar > 0 ? authId.slice(0, bar) : 'auth0'
}
