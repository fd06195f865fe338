import type { UserType } from '#contract/account/user-types.ts'
import type { BusinessDraft, BusinessProfile } from '#contract/onboarding/business.ts'
import { businessShape } from '#contract/onboarding/business-fields.ts'
import { companyValue } from '#web/shared/verification/company-lines.tsx'
import { withoutBlanks } from './without-blanks.ts'

/** The draft that a submitted profile amounts to, where a case has been returned or was opened again. */
export function draftFromProfile(profile: BusinessProfile, userType: UserType | null): BusinessDraft {
  const representative = (id: 'primary' | 'secondary') => {
    const found = profile.representatives.find((representative) => representative.id === id)
    return (
      found && {
        name: found.name,
        birthDate: found.birth_date,
        title: found.title,
        powers: found.powers,
        email: found.email,
      }
    )
  }
  const manager = profile.seniorManager
  const given = withoutBlanks({
    ...businessShape<object>((name) => [name, companyValue(profile, name)]),
    beneficialOwners: profile.beneficialOwners.map((owner) => ({
      id: owner.id,
      fullName: owner.full_name,
      birthDate: owner.birth_date,
      nationality: owner.nationality,
      residenceCountry: owner.residence_country,
      ownershipPercent: String(owner.ownership_percent),
    })),
    noUboReason: profile.no_ubo_reason,
    seniorManager: manager && {
      fullName: manager.full_name,
      birthDate: manager.birth_date,
      nationality: manager.nationality,
      residenceCountry: manager.residence_country,
    },
    primaryRepresentative: representative('primary'),
    secondaryRepresentative: representative('secondary'),
    userType: userType ?? profile.user_type,
    // Everything has been seen once, the settlement too where nothing of it was given.
    step: 'review',
  })
  return { ...given, email: profile.email ?? '' }
}
