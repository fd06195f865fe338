import type { z } from 'zod'
import type { getVerificationStatus } from '#contract/verification/verification.ts'
import { isSubmitted, wireStatuses } from '#domain/cases/case-view.ts'
import { daysLeft, statementStanding } from '#domain/investors/statement-expiry.ts'
import { userFlags } from '#domain/onboarding/user-type.ts'
import { identityStatus } from '#domain/standing/verification-progress.ts'
import type { Caller } from '#server/model/access/caller.ts'
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
import { standingOfAccount } from '#server/model/standing/account-standing.ts'
import type { Services } from '#server/services.ts'

/** Returns the progress of a person’s verification, with what they have signed and accepted. */
export async function verificationStatus(
  services: Services,
  caller: Caller,
): Promise<z.input<typeof getVerificationStatus.answer>> {
  const { database } = services
  const [accepted, own, company] = await Promise.all([
    currentCertifications(database.db, caller.userId),
    findCase(database.db, caller.userId, 'consumer'),
    findCase(database.db, caller.userId, 'business'),
  ])
  const at = services.now()
  const kyc = own && progressOf(own)
  const business = company && progressOf(company)
  const statement = countingStatement(accepted, caller.investorCategory)
  return {
    certifications: accepted.filter((row) => isInForce(row, at)).map((row) => presentCertification(row, at)),
    userFlags: userFlags(flagsOf(caller)),
    userType: caller.userType,
    pendingUserType: caller.pendingUserType,
    investorStatement: statement && presentStatement(statement, at),
    riskDisclosureAccepted: hasAcceptedRiskDisclosure(accepted),
    kycVerified: isVerified(kyc),
    kycProfile: kyc && own ? { ...kyc, kyc_status: wireStatuses(own.current.state).kycStatus } : null,
    businessProfile:
      business && company ? { ...business, cdd_status: wireStatuses(company.current.state).kycStatus } : null,
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
}

function progressOf({ current }: StoredCase) {
  return {
    submitted: isSubmitted(current.state),
    verification_status: wireStatuses(current.state).verificationStatus,
    submittedAt: current.submittedAt?.toISOString() ?? null,
    dueAt: current.dueAt?.toISOString() ?? null,
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
