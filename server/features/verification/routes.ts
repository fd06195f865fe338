import { getHome, getVerificationStatus } from '#contract/verification/verification.ts'
import { isSubmitted, wireStatuses } from '#domain/cases/case-view.ts'
import { daysLeft, statementStanding } from '#domain/investors/statement-expiry.ts'
import { userFlags } from '#domain/onboarding/user-type.ts'
import { identityStatus } from '#domain/standing/verification-progress.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { findCase, type StoredCase } from '#server/model/cases/cases.ts'
import {
  type CountingStatement,
  countingStatement,
  currentCertifications,
  hasAcceptedRiskDisclosure,
  isInForce,
  presentCertification,
} from '#server/model/certifications/certifications.ts'
import { flagsOf } from '#server/model/people/user-view.ts'
import { readFacts, standingOfAccount } from '#server/model/standing/account-standing.ts'
import { homeOf } from '#server/model/standing/own-home.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'

/** How far the signed-in person's verification is. */
export function registerVerification(routes: Routes, services: Services): void {
  const { database, now } = services
  routes.on(getVerificationStatus)(async ({ request }) => {
    const caller = callerOf(request)
    const [accepted, own, company] = await Promise.all([
      currentCertifications(database.db, caller.userId),
      findCase(database.db, caller.userId, 'consumer'),
      findCase(database.db, caller.userId, 'business'),
    ])
    const at = now()
    const kyc = own && progressOf(own)
    const business = company && progressOf(company)
    const statement = countingStatement(accepted, caller.investorCategory)
    return {
      certifications: accepted
        .filter((row) => isInForce(row, at))
        .map((row) => presentCertification(row, at)),
      userFlags: userFlags(flagsOf(caller)),
      userType: caller.userType,
      pendingUserType: caller.pendingUserType,
      investorStatement: statement && presentStatement(statement, at),
      riskDisclosureAccepted: hasAcceptedRiskDisclosure(accepted),
      kycVerified: isVerified(kyc),
      kycProfile: kyc && own ? { ...kyc, kyc_status: wireStatuses(own.record.state).kycStatus } : null,
      businessProfile:
        business && company
          ? { ...business, cdd_status: wireStatuses(company.record.state).kycStatus }
          : null,
      identity: identityStatus({
        kycVerified: isVerified(kyc),
        kycSubmitted: kyc?.submitted ?? false,
        business: business ? { verified: isVerified(business), submitted: business.submitted } : null,
      }),
      standing: await standingOfAccount(database.db, services, caller, {
        consumer: own,
        business: company,
        certifications: accepted,
        statementEndsAt: statement?.expiresAt ?? null,
      }),
    }
  })

  routes.on(getHome)(async ({ request }) => {
    const caller = callerOf(request)
    const facts = await readFacts(database.db, caller)
    const standing = await standingOfAccount(database.db, services, caller, facts)
    return homeOf(database.db, services, caller, { facts, standing })
  })
}

function progressOf({ record }: StoredCase) {
  return {
    submitted: isSubmitted(record.state),
    verification_status: wireStatuses(record.state).verificationStatus,
    submittedAt: record.submittedAt?.toISOString() ?? null,
    dueAt: record.dueAt?.toISOString() ?? null,
  }
}

function isVerified(progress: ReturnType<typeof progressOf> | undefined): boolean {
  return progress?.verification_status === 'verified'
}

function presentStatement(statement: CountingStatement, now: Date) {
  return {
    ...statement,
    standing: statementStanding(statement.expiresAt, now),
    expiresAt: statement.expiresAt.toISOString(),
    daysLeft: Math.max(0, daysLeft(statement.expiresAt, now)),
  }
}
