import {
  type AdminUserDetail,
  UNDELIVERED_DAYS,
  type UndeliveredMail,
} from '#contract/directory/admin-users.ts'
import type { Capability } from '#contract/roles.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { hasRole, rolesOf } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { type Caller, isStaff, staffMay } from '#server/model/access/caller.ts'
import { findBusiness, presentBusiness } from '#server/model/cases/business-profiles.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { findKycProfile, presentKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { allCertifications, presentCertification } from '#server/model/certifications/certifications.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { bouncedAt } from '#server/model/mail/returned-mails.ts'
import { isErased } from '#server/model/people/erased-people.ts'
import { holdInForce } from '#server/model/people/legal-holds.ts'
import { erasureDueAt } from '#server/model/people/open-erasure.ts'
import { shownEmail } from '#server/model/people/proven-email.ts'
import {
  businessSummaryOf,
  flagsOf,
  isVerified,
  kycSummaryOf,
  requireUser,
} from '#server/model/people/user-view.ts'
import type { UserRow } from '#server/model/schema/users.ts'
import { isEligible } from '#server/model/staff/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectUndeliveredMails } from './users.sql.ts'

/**
 * One user for administration, with as much of the verification data as the caller may read, which is nothing of
 * an erased person without `people.erased`. Throws NOT_FOUND, also for a visitor's application.
 */
export async function userDetail(
  db: Db,
  id: number,
  { config, now, caller }: { config: Config; now: Date; caller: Caller },
): Promise<AdminUserDetail> {
  const user = await requireUser(db, id)
  const may = new Set(staffMay(caller, config.companyDomains))
  const isRetainedOpen = !isErased(user) || may.has('people.erased')
  const mayRead = (evidence: Capability) => isRetainedOpen && may.has(evidence)
  const [
    stored,
    profile,
    documents,
    businessCase,
    business,
    certifications,
    undelivered,
    hold,
    bounced,
    erasure,
  ] = await Promise.all([
    findCase(db, id, 'consumer'),
    findKycProfile(db, id),
    currentDocuments(db, id, 'consumer'),
    findCase(db, id, 'business'),
    findBusiness(db, id),
    allCertifications(db, id),
    undeliveredMails(db, id, now),
    holdInForce(db, id),
    bouncedAt(db, user),
    erasureDueAt(db, id),
  ])
  const summaries = {
    kycProfile: kycSummaryOf(
      stored && profile
        ? { profileId: profile.id, state: stored.current.state, decidedAt: stored.decidedAt }
        : null,
    ),
    businessProfile: businessSummaryOf(
      businessCase && business
        ? {
            profileId: business.id,
            legalName: business.answers.legalName,
            state: businessCase.current.state,
          }
        : null,
    ),
  }
  return {
    ...userFields(user, config),
    ...(isRetainedOpen ? summaries : { kycProfile: null, businessProfile: null }),
    is_verified: isVerified(summaries),
    kyc_profile:
      mayRead('cases.read') && profile && stored
        ? presentKycProfile(profile, stored.current.state, documents)
        : null,
    business_profile:
      mayRead('cases.read') && business && businessCase
        ? presentBusiness(business, businessCase.current.state)
        : null,
    certifications: mayRead('statements.read')
      ? certifications.map((row) => presentCertification(row, now))
      : [],
    email_bounced_at: bounced?.toISOString() ?? null,
    undelivered_mails: may.has('invitations.read') ? undelivered : [],
    roles: rolesOf(user),
    is_role_in_force: hasRole(user) && isEligible(user, config.companyDomains),
    // No one learns of a hold on their own records, not even administrators.
    legal_hold: id === caller.userId || !may.has('privacy.read') ? null : hold,
    erasure_due_at: may.has('privacy.read') ? erasure : null,
    is_suspended: user.suspendedAt !== null,
    is_erased: isErased(user),
  }
}

function userFields(user: UserRow, config: Config) {
  return {
    ...flagsOf(user),
    id: user.id,
    auth0_id: user.auth0Id,
    sub: user.auth0Id,
    email: user.email,
    auth0_email: user.auth0Email,
    email_verified: user.emailVerified,
    email_confirmed: shownEmail(user).email_confirmed,
    mail_address: mailAddressOf(user),
    name: user.name,
    nickname: user.nickname,
    picture: user.picture,
    company: user.company,
    is_admin: user.isAdmin,
    is_super_admin: user.isSuperAdmin,
    is_staff: isStaff(user, config.companyDomains),
    admin_role_assigned_at: user.adminRoleAssignedAt?.toISOString() ?? null,
    admin_role_assigned_by: user.adminRoleAssignedBy,
    user_type: user.userType,
    pending_user_type: user.pendingUserType,
    onboarding_completed: user.onboardingCompletedAt !== null,
    last_login: user.lastLogin?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  }
}

/** Emails to a person that recently couldn't be delivered, newest first: someone must reach them another way. */
async function undeliveredMails(db: Db, userId: number, now: Date): Promise<UndeliveredMail[]> {
  const since = new Date(now.getTime() - UNDELIVERED_DAYS * DAY_MS)
  const { rows } = await selectUndeliveredMails(db, [userId, since])
  return rows.map((row) => ({
    id: Number(row.id),
    kind: row.kind,
    subject: row.subject,
    to: row.to_address,
    reason: row.last_error,
    at: row.created_at.toISOString(),
  }))
}
