import type { TestUser } from './app.ts'

interface Review {
  version: number
  items: { item: string }[]
}

/** The case of a person as an administrator opens it. */
export async function openCase(admin: TestUser, userId: number): Promise<Review> {
  return (await admin.call('GET', `/api/admin/users/${userId}/kyc-case`)).json().case
}

/** The decision to accept every item of a case as it was opened. */
export function acceptAll(admin: TestUser, userId: number, review: Review) {
  const items = review.items.map(({ item }) => ({ item, decision: 'accepted' }))
  return admin.call('POST', `/api/admin/users/${userId}/kyc-decision`, { version: review.version, items })
}

/** Approves the case of a person. */
export async function approve(admin: TestUser, userId: number): Promise<void> {
  const answer = await acceptAll(admin, userId, await openCase(admin, userId))
  if (answer.statusCode !== 200) throw new Error(`The approval was refused: ${answer.body}`)
}
