import { CaseState } from '#contract/cases.ts'
import { getVerificationStatus } from '#contract/verification.ts'
import { isSubmitted, wireStatuses } from '#domain/case-view.ts'
import { userFlags } from '#domain/user-type.ts'
import { callerOf } from '#server/platform/http/access-guard.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { findCase } from '#server/records/cases.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
  presentCertification,
} from '#server/records/certifications.ts'
import { flagsOf } from '#server/records/user-view.ts'
import type { Services } from '#server/services.ts'

/** How far the signed-in person's verification is. */
export function registerVerification(routes: Routes, services: Services): void {
  const { database, now } = services
  routes.on(getVerificationStatus)(async ({ request }) => {
    const caller = callerOf(request)
    const [accepted, stored] = await Promise.all([
      currentCertifications(database.db, caller.userId),
      findCase(database.db, caller.userId, 'consumer'),
    ])
    const state = stored?.record.state ?? CaseState.enum.draft
    const { kycStatus, verificationStatus } = wireStatuses(state)
    return {
      certifications: accepted
        .filter(({ expiresAt }) => expiresAt === null || expiresAt > now())
        .map(presentCertification),
      userFlags: userFlags(flagsOf(caller)),
      userType: caller.userType,
      pendingUserType: caller.pendingUserType,
      riskDisclosureAccepted: hasAcceptedRiskDisclosure(accepted),
      kycVerified: verificationStatus === 'verified',
      kycProfile: stored
        ? {
            submitted: isSubmitted(state),
            kyc_status: kycStatus,
            verification_status: verificationStatus,
            submittedAt: stored.record.submittedAt?.toISOString() ?? null,
            dueAt: stored.record.dueAt?.toISOString() ?? null,
          }
        : null,
    }
  })
}
