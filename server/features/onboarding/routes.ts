import { UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import * as contract from '#contract/onboarding/onboarding.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { CONSUMER_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { findKycProfile, presentKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { saveDraft } from './drafts.ts'
import { ownCase, standingAt } from './own-case.ts'
import { completeOnboarding } from './submission.ts'
import { submitConsumer } from './submit.ts'
import { startAgain, withdraw } from './withdraw.ts'

/** A consumer's way from draft to submission, and their view of their own case. */
export function registerOnboarding(routes: Routes, services: Services): void {
  const { database, now } = services

  routes.on(contract.getConsumerDraft)(({ request }) =>
    readDraft(database.db, callerOf(request).userId, CONSUMER_DRAFT),
  )

  routes.on(contract.saveConsumerDraft)(({ body, request }) =>
    database.transaction((tx) => saveDraft(tx, callerOf(request).userId, CONSUMER_DRAFT, body, now())),
  )

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
    const { profile, stored, documents } = await submitConsumer(services, {
      caller: callerOf(request),
      answers: contract.ConsumerAnswers.parse(body),
      confirmed: body.confirmed ?? true,
      flags: UserTypeFlags.partial().parse(body),
      captchaToken: body.captchaToken,
      draftRevision: body.draftRevision,
      origin: originOf(request),
    })
    return {
      success: true,
      profile: presentKycProfile(profile, stored.current.state, documents),
      submittedAt: (stored.current.submittedAt ?? now()).toISOString(),
      dueAt: stored.current.dueAt?.toISOString() ?? null,
    }
  })

  routes.on(contract.completeConsumerOnboarding)(async ({ body, request }) => {
    await completeOnboarding(services, callerOf(request).userId, body.profileId, originOf(request))
    return { success: true, onboarding_completed: true }
  })

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
      stored.current.state,
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
