import type { UserType } from '#contract/account/user-types.ts'
import type { BusinessDraft, BusinessProfile } from '#contract/onboarding/business.ts'
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
    legalName: profile.legal_name,
    registeredAddress: profile.registered_address,
    registrationCountry: profile.registration_country,
    companyNumber: profile.company_number,
    taxNumber: profile.tax_number,
    registryName: profile.registry_name,
    registryAccount: profile.registry_account,
    bankName: profile.bank_name,
    bankCountry: profile.bank_country,
    bankAccountNumber: profile.bank_account_number,
    bankSortCode: profile.bank_sort_code,
    settlementContactName: profile.settlement_contact_name,
    settlementContactEmail: profile.settlement_contact_email,
    settlementContactPhone: profile.settlement_contact_phone,
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
