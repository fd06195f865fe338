import type { UserType } from '#contract/account/user-types.ts'
import type { BusinessDraft, BusinessProfile } from '#contract/onboarding/business.ts'
import { businessShape } from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import { companyValue } from '#web/shared/verification/company-lines.tsx'
import { withoutBlanks } from './without-blanks.ts'

/** The draft that a submitted profile amounts to, where a case has been returned or was opened again. */
export function draftFromProfile(profile: BusinessProfile, userType: UserType | null): BusinessDraft {
  const representative = (id: 'primary' | 'secondary') => {
    const found = profile.representatives.find((person) => person.id === id)
    return found && valuesOf(REPRESENTATIVE_FIELDS, found)
  }
  const manager = profile.seniorManager
  const given = withoutBlanks({
    ...businessShape<object>((name) => [name, companyValue(profile, name)]),
    beneficialOwners: profile.beneficialOwners.map((owner) => ({
      id: owner.id,
      ...valuesOf(OWNER_FIELDS, owner),
    })),
    noUboReason: profile.no_ubo_reason,
    seniorManager: manager && valuesOf(MANAGER_FIELDS, manager),
    primaryRepresentative: representative('primary'),
    secondaryRepresentative: representative('secondary'),
    userType: userType ?? profile.user_type,
    // Everything has been seen once, the settlement too where nothing of it was given.
    step: 'review',
  })
  return { ...given, email: profile.email ?? '' }
}

function valuesOf(fields: PersonFields, person: Readonly<Record<string, unknown>>): object {
  return personShape<PersonFields, object>(fields, (name, { wire }) => [
    name,
    person[wire] && String(person[wire]),
  ])
}
