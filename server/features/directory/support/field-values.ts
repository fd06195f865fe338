import type { ChangeField, ProposedChange } from '#contract/directory/support.ts'
import type { PersonProfile } from '#server/model/cases/kyc-profiles.ts'
import type { FieldValue } from '#server/model/people/stored-changes.ts'
import type { UserRow } from '#server/model/schema/users.ts'

/** A detail as it is now; null where the person has not given it. A name without details submitted is one text. */
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

/** A detail as it is to be. */
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

/** A detail on one line; the database keeps no order of its parts, so it is given here. */
export function writtenValue({ firstName, lastName, email, phone, address }: FieldValue): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return email ?? phone ?? address?.replaceAll('\n', ', ') ?? name
}

/** Whether two values read the same. */
export function sameValue(left: FieldValue, right: FieldValue): boolean {
  return writtenValue(left) === writtenValue(right)
}
