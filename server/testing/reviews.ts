import { randomUUID } from 'node:crypto'
import { documentType } from '#contract/documents/documents.ts'
import { LOOK_MS } from '#contract/documents/looks.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { TestUser } from './app.ts'

/** What a page reports about a look at a document that counts: large enough for any document, and long enough. */
export function aLook(more: { viewing?: string; page?: number; shownWidth?: number; shownMs?: number } = {}) {
  return { viewing: randomUUID(), shownWidth: 1200, shownMs: LOOK_MS, ...more }
}

/** Opens the case of a person, or of their company, as an administrator, once its screening has run. */
export async function openCase(
  admin: TestUser,
  userId: number,
  kind: CaseKind = 'consumer',
): Promise<ReviewCase> {
  await admin.call('POST', `/api/admin/users/${userId}/screening?kind=${kind}`)
  return (await admin.call('GET', `/api/admin/users/${userId}/kyc-case?kind=${kind}`)).json().case
}

/** Gives the reason why staff open the documents of a person whose case they have not claimed. */
export async function giveReason(admin: TestUser, documentUrl: string): Promise<void> {
  const answer = await admin.call('POST', `${documentUrl}/reason`, { reason: 'Reviewing the application' })
  if (answer.statusCode !== 200) throw new Error(`The reason was refused: ${answer.body}`)
}

/**
 * Opens every document of a case at reading size, as the viewer does, and enters missing dates: what must come
 * before anything is accepted.
 */
export async function lookAtAll(admin: TestUser, review: Pick<ReviewCase, 'items'>): Promise<void> {
  for (const { document } of review.items) {
    if (!document) continue
    await giveReason(admin, document.documentUrl)
    await admin.call('GET', document.documentUrl)
    await admin.call('POST', `${document.documentUrl}/views`, aLook())
    const { documentType: slot, issuedOn, expiresOn } = document
    const { date } = documentType(slot)
    if (slot === 'id-front' && !expiresOn && !document.noExpiryDate)
      await admin.call('PUT', `${document.documentUrl}/dates`, { issuedOn, expiresOn, noExpiryDate: true })
    if (date === 'issuedOn' && !issuedOn && !document.noIssueDate)
      await admin.call('PUT', `${document.documentUrl}/dates`, { issuedOn, expiresOn, noIssueDate: true })
  }
}

/** Decides to accept every item of a case, at the version that was opened, after looking at all of it. */
export function acceptAll(
  admin: TestUser,
  userId: number,
  review: Pick<ReviewCase, 'version' | 'items'>,
  kind: CaseKind = 'consumer',
) {
  return decideOn(admin, userId, review, {}, kind)
}

/**
 * The version at which a reviewer may accept the lines of a case: giving the reason for its documents is
 * enough, and a case without documents is claimed. If that is refused, the decision will be, too.
 */
async function versionAtHand(
  admin: TestUser,
  userId: number,
  { version, items }: Pick<ReviewCase, 'version' | 'items'>,
  kind: CaseKind,
): Promise<number> {
  if (items.some(({ document }) => document)) return version
  const claimed = await admin.call('POST', `/api/admin/users/${userId}/kyc-claim`, { kind })
  return claimed.statusCode === 200 ? claimed.json().case.version : version
}

/**
 * Decides to return some items for a reason and accept all others, at the version that was opened, after
 * looking at all of it.
 */
export async function decideOn(
  admin: TestUser,
  userId: number,
  review: Pick<ReviewCase, 'version' | 'items'>,
  returned: Record<string, string>,
  kind: CaseKind = 'consumer',
) {
  await lookAtAll(admin, review)
  const version = await versionAtHand(admin, userId, review, kind)
  return sendDecision(admin, userId, { ...review, version }, returned, kind)
}

/** Sends the same decision without looking at anything first. */
export function sendDecision(
  admin: TestUser,
  userId: number,
  review: Pick<ReviewCase, 'version' | 'items'>,
  returned: Record<string, string> = {},
  kind: CaseKind = 'consumer',
) {
  const items = review.items.map(({ item }) =>
    returned[item]
      ? { item, decision: 'retry', reasons: [returned[item]], applicantText: 'As our reviewer says.' }
      : { item, decision: 'accepted' },
  )
  const body = { kind, version: review.version, items }
  return admin.call('POST', `/api/admin/users/${userId}/kyc-decision`, body)
}

/** Approves the case of a person, or of their company. */
export async function approve(admin: TestUser, userId: number, kind: CaseKind = 'consumer'): Promise<void> {
  const answer = await acceptAll(admin, userId, await openCase(admin, userId, kind), kind)
  if (answer.statusCode !== 200) throw new Error(`The approval was refused: ${answer.body}`)
}
