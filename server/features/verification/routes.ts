import { CaseState } from '#contract/cases.ts'
import { getVerificationStatus } from '#contract/verification.ts'
import { isSubmitted, wireStatuses } from '#domain/case-view.ts'
import { daysLeft, statementStanding } from '#domain/statement-expiry.ts'
import { userFlags } from '#domain/user-type.ts'
import type { CertificationRow } from '#server/platform/database/schema/certifications.ts'
import { callerOf } from '#server/platform/http/access-guard.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { findCase } from '#server/records/cases.ts'
import {
  categoryOfName,
  currentCertifications,
  hasAcceptedRiskDisclosure,
  isInForce,
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
    const at = now()
    const state = stored?.record.state ?? CaseState.enum.draft
    const { kycStatus, verificationStatus } = wireStatuses(state)
    return {
      certifications: accepted
        .filter((row) => isInForce(row, at))
        .map((row) => presentCertification(row, at)),
      userFlags: userFlags(flagsOf(caller)),
      userType: caller.userType,
      pendingUserType: caller.pendingUserType,
      investorStatement: countingStatement(accepted, caller.investorCategory, at),
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

/** The statement of the category in force, or else the one that counted last: the page says when to renew it. */
function countingStatement(rows: readonly CertificationRow[], inForce: string | null, now: Date) {
  const statements = rows
    .flatMap((row) => {
      const category = categoryOfName(row.certificationName)
      return category && row.expiresAt ? [{ id: row.id, category, expiresAt: row.expiresAt }] : []
    })
    .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime())
  const statement = statements.find(({ category }) => category === inForce) ?? statements[0]
  if (!statement) return null
  return {
    ...statement,
    standing: statementStanding(statement.expiresAt, now),
    expiresAt: statement.expiresAt.toISOString(),
    daysLeft: Math.max(0, daysLeft(statement.expiresAt, now)),
  }
}
