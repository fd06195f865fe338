import { UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import * as contract from '#contract/onboarding/business.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { findBusiness, presentBusiness } from '#server/model/cases/business-profiles.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { BUSINESS_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { saveDraft } from './drafts.ts'
import { ownCase, standingAt } from './own-case.ts'
import { submitBusiness } from './submit-business.ts'

/** A company's way from draft to submission, and its person's view of the case. */
export function registerBusiness(routes: Routes, services: Services): void {
  const { database, now } = services

  routes.on(contract.getBusinessDraft)(({ request }) =>
    readDraft(database.db, callerOf(request).userId, BUSINESS_DRAFT),
  )

  routes.on(contract.saveBusinessDraft)(({ body, request }) =>
    database.transaction((tx) => saveDraft(tx, callerOf(request).userId, BUSINESS_DRAFT, body, now())),
  )

  routes.on(contract.getBusinessCase)(async ({ request }) => ({
    case: await ownCase(database.db, callerOf(request).userId, 'business', standingAt(services)),
  }))

  routes.on(contract.submitBusiness)(async ({ body, request }) => {
    const { accurate = false, authorised = false } = body.declarations ?? {}
    const { profile, stored } = await submitBusiness(services, {
      caller: callerOf(request),
      // Only the answers: other fields of the body aren't stored or compared.
      answers: contract.BusinessAnswers.parse(body),
      declarations: { accurate, authorised },
      flags: UserTypeFlags.partial().parse(body),
      captchaToken: body.captchaToken,
      draftRevision: body.draftRevision,
      origin: originOf(request),
    })
    return {
      success: true,
      message: 'Your company has been submitted for verification.',
      profile: presentBusiness(profile, stored.current.state),
      submittedAt: (stored.current.submittedAt ?? now()).toISOString(),
      dueAt: stored.current.dueAt?.toISOString() ?? null,
    }
  })

  routes.on(contract.getBusinessProfile)(async ({ request }) => {
    const { userId } = callerOf(request)
    const profile = await findBusiness(database.db, userId)
    const stored = await findCase(database.db, userId, 'business')
    if (!profile || !stored) throw new AppError('NOT_FOUND', 'You have not submitted a company yet.')
    return { success: true, profile: presentBusiness(profile, stored.current.state) }
  })
}
