import { inArray } from 'drizzle-orm'
import { UserTypeFlags } from '#contract/account/user-types.ts'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import * as contract from '#contract/onboarding/onboarding.ts'
import type { CaseKind, ItemKey } from '#contract/verification/cases.ts'
import { confirmDetails as confirmEndpoint } from '#contract/verification/verification.ts'
import { isWithdrawable } from '#domain/cases/case-moves.ts'
import { isStillValid } from '#domain/cases/document-requirements.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { requireOwnIdentity } from '#server/model/access/own-account.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { closedCase } from '#server/model/cases/case-refusal.ts'
import { findCase, lockCase, moveCase } from '#server/model/cases/cases.ts'
import { currentDocuments, heldDocuments } from '#server/model/cases/documents.ts'
import { CONSUMER_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { findKycProfile, presentKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { documents } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Origin, originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { confirmDetails } from './confirm-details.ts'
import { saveDraft } from './drafts.ts'
import { ownCase, standingAt } from './own-case.ts'
import { completeOnboarding } from './submission.ts'
import { submitConsumer } from './submit.ts'

/** The consumer's way from draft to submission, and what they see of their own case. */
export function registerOnboarding(routes: Routes, services: Services): void {
  const { database, now } = services

  routes.on(contract.getConsumerDraft)(({ request }) =>
    readDraft(database.db, callerOf(request).userId, CONSUMER_DRAFT),
  )

  routes.on(contract.saveConsumerDraft)(async ({ body, request }) => {
    await requireOwnIdentity(services, request, { userId: body.userId })
    return saveDraft(database.db, callerOf(request).userId, CONSUMER_DRAFT, body, now())
  })

  routes.on(contract.getConsumerCase)(async ({ request }) => ({
    case: await ownCase(database.db, callerOf(request).userId, 'consumer', standingAt(services)),
  }))

  routes.on(contract.withdrawApplication)(async ({ body: { kind }, request }) => {
    const { userId } = callerOf(request)
    await withdraw(services, userId, kind, originOf(request))
    return { success: true, case: await ownCase(database.db, userId, kind, standingAt(services)) }
  })

  routes.on(contract.startAgain)(async ({ body: { kind }, request }) => {
    const { userId } = callerOf(request)
    await startAgain(services, userId, kind, originOf(request))
    return { success: true, case: await ownCase(database.db, userId, kind, standingAt(services)) }
  })

  routes.on(contract.submitKyc)(async ({ body, request }) => {
    await requireOwnIdentity(services, request, { userId: body.userId, auth0Id: body.auth0Id })
    const { profile, stored, documents } = await submitConsumer(services, {
      caller: callerOf(request),
      answers: contract.ConsumerAnswers.parse(body),
      confirmed: body.confirmed ?? true,
      flags: UserTypeFlags.partial().parse(body),
      captchaToken: body.captchaToken,
      origin: originOf(request),
    })
    return {
      success: true,
      profile: presentKycProfile(profile, stored.record.state, documents),
      submittedAt: (stored.record.submittedAt ?? now()).toISOString(),
      dueAt: stored.record.dueAt?.toISOString() ?? null,
    }
  })

  routes.on(contract.completeConsumerOnboarding)(async ({ body, request }) => {
    await requireOwnIdentity(services, request, { userId: body.userId })
    await completeOnboarding(services, callerOf(request).userId, body.profileId, originOf(request))
    return { success: true, onboarding_completed: true }
  })

  routes.on(confirmEndpoint)(async ({ request }) => ({
    success: true,
    state: await confirmDetails(services, callerOf(request).userId, originOf(request)),
  }))

  const ownProfile = async (
    request: Parameters<typeof callerOf>[0],
    isAsked: (caller: { userId: number; profileId: number | undefined }) => boolean,
  ) => {
    const { userId } = callerOf(request)
    const profile = await findKycProfile(database.db, userId)
    const stored = await findCase(database.db, userId, 'consumer')
    if (!profile || !stored || !isAsked({ userId, profileId: profile.id })) {
      await services.countMiss(request)
      throw new AppError('NOT_FOUND', 'There is no such profile.')
    }
    return presentKycProfile(
      profile,
      stored.record.state,
      await currentDocuments(database.db, userId, 'consumer'),
    )
  }

  routes.on(contract.getKycProfileByUser)(async ({ params, request }) => ({
    success: true,
    profile: await ownProfile(request, ({ userId }) => userId === params.id),
  }))

  routes.on(contract.getKycProfile)(async ({ params, request }) => ({
    profile: await ownProfile(request, ({ profileId }) => profileId === params.id),
  }))
}

/**
 * Withdraws what a person handed in, with its event, mail and notices in one transaction; answers and documents stay.
 * Twice is once. Throws NOT_FOUND where there is no application, and what the state of the case refuses.
 */
async function withdraw(services: Services, userId: number, kind: CaseKind, origin: Origin): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, userId, kind)
    if (!stored) throw new AppError('NOT_FOUND', 'You have no application to withdraw.')
    const { state } = stored.record
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
 * Opens a withdrawn or expired application again. Answers and documents that can still be handed in stay in place; a
 * document that is out of date becomes a former version, so that its slot asks for another. Twice is once. Throws
 * NOT_FOUND where there is no application, and what the state of the case refuses.
 */
async function startAgain(services: Services, userId: number, kind: CaseKind, origin: Origin): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, userId, kind)
    if (!stored) throw new AppError('NOT_FOUND', 'You have no application to start again.')
    if (stored.record.state === 'draft') return
    const rows = await currentDocuments(tx, userId, kind)
    const [valid, outOfDate] = [true, false].map((wanted) =>
      rows.filter((row) => heldDocuments([row]).every((document) => isStillValid(document, at)) === wanted),
    ) as [typeof rows, typeof rows]
    const isStillThere = (key: ItemKey) => !isDocumentSlot(key) || valid.some(({ slot }) => slot === key)
    const command = {
      type: 'start_again',
      actor: { kind: 'user', id: userId },
      stillValid: stored.record.items.map(({ key }) => key).filter(isStillThere),
    } as const
    await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
    const ids = outOfDate.map(({ id }) => id)
    if (ids.length) await tx.update(documents).set({ supersededAt: at }).where(inArray(documents.id, ids))
  })
}
