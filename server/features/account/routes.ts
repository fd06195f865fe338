import { eq } from 'drizzle-orm'
import * as contract from '#contract/account/users.ts'
import { storedUserType } from '#domain/onboarding/user-type.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
} from '#server/model/certifications/certifications.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { bouncedAt } from '#server/model/mail/returned-mails.ts'
import { erasureDueAt } from '#server/model/people/open-erasure.ts'
import { chooseUserTypeOf } from '#server/model/people/user-type.ts'
import { authUserOf, flagsOf, isVerified } from '#server/model/people/user-view.ts'
import { users } from '#server/model/schema/users.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Call, Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { chooseInvestorCategory } from './choose-investor-category.ts'

/** The signed-in person's own account and user type. */
export function registerUsers(routes: Routes, services: Services): void {
  const { database, now, config } = services

  routes.on(contract.getUserProfile)(async ({ request }) => {
    const caller = callerOf(request)
    const user = authUserOf(caller, config.companyDomains)
    const [more] = await database.db
      .select({
        roleAt: users.adminRoleAssignedAt,
        roleBy: users.adminRoleAssignedBy,
        email: users.email,
        emailConfirmedAt: users.emailConfirmedAt,
        formerEmail: users.formerEmail,
      })
      .from(users)
      .where(eq(users.id, caller.userId))
    return {
      ...user,
      is_verified: isVerified(user),
      email_confirmed: Boolean(more?.emailConfirmedAt),
      mail_address: more ? mailAddressOf(more) : null,
      email_bounced_at:
        (more && (await bouncedAt(database.db, { ...more, id: caller.userId })))?.toISOString() ?? null,
      erasure_due_at: await erasureDueAt(database.db, caller.userId),
      admin_role_assigned_at: more?.roleAt?.toISOString() ?? null,
      admin_role_assigned_by: more?.roleBy ?? null,
    }
  })

  // Signing in has created the record already; the call remains for clients that make sure of it (security
  // A04).
  routes.on(contract.createUser)(async ({ request }) => ({
    created: false,
    user: { id: callerOf(request).userId },
    message: 'The user exists.',
  }))

  routes.on(contract.getUserByAuth0Id)(async ({ request }) => {
    const { userId, auth0Id, email, name } = callerOf(request)
    return { user: { id: userId, auth0_id: auth0Id, email, name } }
  })

  const update = async ({
    body,
    request,
  }: Pick<Call<typeof contract.updateUserType>, 'body' | 'request'>) => {
    const { user_type, userId: _, skipCertificationCheck = false, ...flags } = body
    const wish = {
      userId: callerOf(request).userId,
      type: user_type,
      flags,
      skipCertificationCheck,
      origin: originOf(request),
    }
    const chosen = await database.transaction((tx) => chooseUserTypeOf(tx, wish, now()))
    return {
      success: true as const,
      user_type: chosen.userType,
      pending_user_type: chosen.pendingUserType,
      flags: chosen.flags,
    }
  }
  routes.on(contract.updateUserType)(update)
  routes.on(contract.updateUserTypeAlias)(update)

  routes.on(contract.updateInvestorType)(async ({ body, request }) => {
    const { investorCategory } = body
    const chosen = await chooseInvestorCategory(services, {
      userId: callerOf(request).userId,
      category: investorCategory,
      origin: originOf(request),
    })
    return {
      success: true,
      user_type: chosen.userType,
      pending_user_type: chosen.pendingUserType,
      flags: chosen.flags,
      investor_category: investorCategory,
    }
  })

  routes.on(contract.getUserType)(async ({ request }) => {
    const caller = callerOf(request)
    const accepted = await currentCertifications(database.db, caller.userId)
    return {
      ...flagsOf(caller),
      user_type: storedUserType(caller.userType),
      risk_disclosure_accepted: hasAcceptedRiskDisclosure(accepted),
    }
  })
}
