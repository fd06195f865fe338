import { eq } from 'drizzle-orm'
import type { ChangeField } from '#contract/support.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AccountChangeRow } from '#server/platform/database/schema/account-changes.ts'
import { kycProfiles } from '#server/platform/database/schema/cases.ts'
import { type UserRow, users } from '#server/platform/database/schema/users.ts'
import { findCase } from '#server/records/cases/cases.ts'
import { findKycProfile } from '#server/records/cases/kyc-profiles.ts'
import { mailAddressOf } from '#server/records/mail/mail-address.ts'
import { giveNotice } from '#server/records/mail/notices.ts'
import { changeEmail, sameAddress } from '#server/records/people/system-email.ts'
import type { StaffAct } from '#server/records/staff/staff-act.ts'
import type { Services } from '#server/services.ts'
import { type FieldValue, writtenValue } from './field-values.ts'

const SPOKEN: Readonly<Record<ChangeField, string>> = {
  name: 'name',
  email: 'email address',
  phone: 'phone number',
  address: 'home address',
}

/**
 * Puts a confirmed change into force in its transaction, and tells its person by mail at every address we know of, the
 * former one included. A new email address counts once its owner has confirmed it; another name is screened again.
 */
export async function applyChange(
  services: Services,
  tx: Db,
  act: StaffAct,
  { user, field, row }: { user: UserRow; field: ChangeField; row: AccountChangeRow },
): Promise<void> {
  const at = services.now()
  const after = row.after as FieldValue
  const to = addressesOf(user, after.email)
  switch (field) {
    case 'email':
      await changeEmail(services, tx, user, after.email ?? '', act)
      break
    case 'name':
      await tx
        .update(users)
        .set({ name: writtenValue(after), updatedAt: at })
        .where(eq(users.id, user.id))
      await updateProfile(tx, user.id, {
        firstName: after.firstName,
        lastName: after.lastName,
        updatedAt: at,
      })
      break
    case 'phone':
      await updateProfile(tx, user.id, { phone: after.phone, updatedAt: at })
      break
    case 'address':
      await updateProfile(tx, user.id, { address: after.address, updatedAt: at })
      break
    default:
      field satisfies never
  }
  const stored = await findCase(tx, user.id, 'consumer')
  if (stored && stored.record.round > 0 && (field === 'name' || field === 'address'))
    await services.jobs.enqueue(tx, 'screen-case', { caseId: stored.id })
  const key = `account-change:${row.id}:applied`
  for (const address of to)
    await services.mailer.queue(tx, {
      kind: 'details-changed',
      props: {
        name: user.name,
        what: SPOKEN[field],
        before: writtenValue(row.before as FieldValue),
        after: writtenValue(after),
        isEmail: field === 'email',
      },
      to: address,
      userId: user.id,
      messageKey: `${key}:${address.toLowerCase()}`,
      at,
    })
  await giveNotice(tx, {
    userId: user.id,
    title: `Our support team changed your ${SPOKEN[field]}`,
    detail: 'If you didn’t ask for this, contact support.',
    path: '/profile',
    key,
    at,
  })
}

async function updateProfile(
  tx: Db,
  userId: number,
  values: Partial<typeof kycProfiles.$inferInsert>,
): Promise<void> {
  if (await findKycProfile(tx, userId))
    await tx.update(kycProfiles).set(values).where(eq(kycProfiles.userId, userId))
}

/** Where the person is told: where mail goes now, the address they sign in with, and a new one; each once. */
function addressesOf(user: UserRow, newEmail: string | undefined): string[] {
  const all = [mailAddressOf(user), user.email, user.auth0Email, newEmail ?? null]
  return all.filter(
    (one, index): one is string =>
      one !== null && all.findIndex((other) => other !== null && sameAddress(other, one)) === index,
  )
}
