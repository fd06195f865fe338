import { eq } from 'drizzle-orm'
import type { ChangeField, ProposedChange } from '#contract/directory/support.ts'
import { GivenAnswers } from '#contract/onboarding/onboarding.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { CONSUMER_DRAFT, isDraftOf, openDraft, storedDraft } from '#server/model/cases/drafts.ts'
import { partFingerprint } from '#server/model/cases/evidence.ts'
import { findKycProfile, type PersonProfile } from '#server/model/cases/kyc-profiles.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { sameAddress } from '#server/model/people/proven-email.ts'
import { type FieldValue, type OpenedChange, writtenValue } from '#server/model/people/stored-changes.ts'
import { changeEmail } from '#server/model/people/system-email.ts'
import { drafts, kycProfiles } from '#server/model/schema/cases.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

const SPOKEN: Readonly<Record<ChangeField, string>> = {
  name: 'name',
  email: 'email address',
  phone: 'phone number',
  address: 'home address',
}

interface Change {
  user: UserRow
  /** Their own verification, if they have one. */
  stored: StoredCase | undefined
  field: ChangeField
  row: OpenedChange
}

/**
 * Applies a confirmed change in its transaction, and informs its person by email at every address they have
 * proven, including the former one. A new address gets nothing but what asks for its confirmation, and is used
 * only once its owner has confirmed it: typed wrongly, it is a stranger's. Their verification, which must be locked, rests on the new data from then on, and a new name is
 * screened again.
 */
export async function applyChange(
  services: Services,
  tx: Db,
  act: StaffAct,
  { user, stored, field, row }: Change,
): Promise<void> {
  const at = services.now()
  const { after } = row
  const to = addressesOf(user)
  switch (field) {
    case 'email':
      await changeEmail(services, tx, user, after.email ?? '', act)
      break
    case 'name':
      await tx
        .update(users)
        .set({ name: writtenValue(after), updatedAt: at })
        .where(eq(users.id, user.id))
      await updateProfile(tx, user.id, after, at)
      break
    case 'phone':
      await updateProfile(tx, user.id, after, at)
      break
    case 'address':
      await updateProfile(tx, user.id, after, at)
      break
    default:
      field satisfies never
  }
  if (stored && stored.current.round > 0 && (field === 'name' || field === 'address')) {
    const evidence = await evidenceOf(tx, user.id, field)
    const command = {
      type: 'correct_details',
      actor: act.actor,
      key: field,
      evidence,
    } as const
    await moveCase(tx, stored, command, casePolicyOf(services.config), at, act.origin)
    await services.jobs.enqueue(tx, 'screen-case', { caseId: stored.id })
  }
  const key = `account-change:${row.id}:applied`
  for (const address of to)
    await services.mailer.queue(tx, {
      kind: 'details-changed',
      props: {
        name: user.name,
        what: SPOKEN[field],
        before: writtenValue(row.before),
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

/** Changes the submitted answers and a draft's: in a returned application, accepted answers can't be edited. */
async function updateProfile(tx: Db, userId: number, values: FieldValue, at: Date): Promise<void> {
  await tx
    .update(kycProfiles)
    .set({ ...values, updatedAt: at })
    .where(eq(kycProfiles.userId, userId))
  const [draft] = await tx.select().from(drafts).where(isDraftOf(userId, CONSUMER_DRAFT)).for('update')
  if (!draft) return
  await tx
    .update(drafts)
    .set({ data: await storedDraft(tx, draft, { ...openDraft(tx, draft), ...values }) })
    .where(isDraftOf(userId, CONSUMER_DRAFT))
}

/** The new data's fingerprint, as a submission would compute it. */
async function evidenceOf(tx: Db, userId: number, item: 'name' | 'address'): Promise<string> {
  const profile = await findKycProfile(tx, userId)
  if (!profile) throw new Error('A verification that was submitted has its profile')
  return partFingerprint(item, GivenAnswers.parse(profile))
}

/** The addresses to inform: the one used for emails and the sign-in address; each once. */
function addressesOf(user: UserRow): string[] {
  const all = [mailAddressOf(user), user.emailVerified ? user.auth0Email : null]
  return all.filter(
    (value, index): value is string =>
      value !== null && all.findIndex((other) => other !== null && sameAddress(other, value)) === index,
  )
}

/** A detail's current value; null if the person hasn't given it. A name before any submission is one text. */
export function detailOf(
  field: ChangeField,
  user: UserRow,
  profile: PersonProfile | undefined,
): FieldValue | null {
  switch (field) {
    case 'name':
      return profile
        ? { firstName: profile.firstName, lastName: profile.lastName }
        : { firstName: user.name ?? '', lastName: '' }
    case 'email':
      return { email: user.email ?? '' }
    case 'phone':
      return profile ? { phone: profile.phone } : null
    case 'address':
      return profile ? { address: profile.address } : null
    default:
      return field satisfies never
  }
}

/** A detail's wanted value. */
export function wantedValue(wish: ProposedChange): FieldValue {
  switch (wish.field) {
    case 'name':
      return { firstName: wish.firstName, lastName: wish.lastName }
    case 'email':
      return { email: wish.email }
    case 'phone':
      return { phone: wish.phone }
    case 'address':
      return { address: wish.address }
    default:
      return wish satisfies never
  }
}

/** Whether two values read the same. */
export function sameValue(left: FieldValue, right: FieldValue): boolean {
  return writtenValue(left) === writtenValue(right)
}
