import { inArray } from 'drizzle-orm'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { CaseKind, ItemKey } from '#contract/verification/cases.ts'
import { isWithdrawable } from '#domain/cases/case-moves.ts'
import { isStillValid } from '#domain/cases/document-requirements.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { closedCase } from '#server/model/cases/case-refusal.ts'
import { lockCase, moveCase } from '#server/model/cases/cases.ts'
import { currentDocuments, heldDocuments } from '#server/model/cases/documents.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { documents } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * Withdraws a person's submission, with its event, email and notices in one transaction; answers and documents
 * stay. Idempotent. Throws NOT_FOUND if there is no application, and the refusal of the case's state.
 */
export async function withdraw(
  services: Services,
  userId: number,
  kind: CaseKind,
  origin: Origin,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, userId, kind)
    if (!stored) throw new AppError('NOT_FOUND', 'You have no application to withdraw.')
    const { state } = stored.current
    if (state === 'withdrawn') return
    if (state === 'draft')
      throw new AppError(
        'INVALID_STATE',
        'You have not submitted your application, so there is nothing to withdraw.',
      )
    if (!isWithdrawable(state)) throw closedCase(state, userId)
    await lockUser(tx, userId)
    const command = { type: 'withdraw', actor: { kind: 'user', id: userId } } as const
    const moved = await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
    await sendCaseNotice(services, tx, { before: stored, after: moved })
  })
}

/**
 * Reopens a withdrawn or expired application. Answers and documents that can still be submitted stay; an
 * outdated document becomes a former version, so that its slot asks for another. Idempotent. Throws NOT_FOUND
 * if there is no application, and the refusal of the case's state.
 */
export async function startAgain(
  services: Services,
  userId: number,
  kind: CaseKind,
  origin: Origin,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, userId, kind)
    if (!stored) throw new AppError('NOT_FOUND', 'You have no application to start again.')
    if (stored.current.state === 'draft') return
    const rows = await currentDocuments(tx, userId, kind)
    const [valid, outOfDate] = [true, false].map((wanted) =>
      rows.filter((row) => heldDocuments([row]).every((document) => isStillValid(document, at)) === wanted),
    ) as [typeof rows, typeof rows]
    const isStillThere = (key: ItemKey) => !isDocumentSlot(key) || valid.some(({ slot }) => slot === key)
    const command = {
      type: 'start_again',
      actor: { kind: 'user', id: userId },
      stillValid: stored.current.items.map(({ key }) => key).filter(isStillThere),
    } as const
    await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
    const ids = outOfDate.map(({ id }) => id)
    if (ids.length) await tx.update(documents).set({ supersededAt: at }).where(inArray(documents.id, ids))
  })
}
