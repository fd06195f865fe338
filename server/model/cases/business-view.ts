import type { BusinessProfile, Representative } from '#contract/onboarding/business.ts'
import {
  type BusinessFieldName,
  type BusinessFieldTable,
  businessField,
  businessShape,
} from '#contract/onboarding/business-fields.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import type { StoredBusiness } from './business-profiles.ts'

/** A company in the words of the specification's read-back (account-admin §3, Business profile). */
export function presentBusiness(stored: StoredBusiness, state: CaseState): BusinessProfile {
  const { answers } = stored
  const { kycStatus, verificationStatus } = wireStatuses(state)
  const { primaryRepresentative, secondaryRepresentative, seniorManager } = answers
  return {
    id: stored.id,
    ...businessShape<Pick<BusinessProfile, BusinessFieldTable[BusinessFieldName]['wire']>>((name) => [
      businessField(name).wire,
      answers[name] ?? null,
    ]),
    no_ubo_reason: answers.noUboReason ?? null,
    user_type: answers.userType,
    verification_status: verificationStatus,
    cdd_status: kycStatus,
    created_at: stored.createdAt.toISOString(),
    representatives: [
      presentRepresentative('primary', primaryRepresentative),
      ...(secondaryRepresentative ? [presentRepresentative('secondary', secondaryRepresentative)] : []),
    ],
    beneficialOwners: answers.beneficialOwners.map((owner) => ({
      id: owner.id,
      full_name: owner.fullName,
      birth_date: owner.birthDate ?? null,
      nationality: owner.nationality,
      residence_country: owner.residenceCountry,
      ownership_percent: owner.ownershipPercent,
    })),
    seniorManager: seniorManager
      ? {
          full_name: seniorManager.fullName,
          birth_date: seniorManager.birthDate ?? null,
          nationality: seniorManager.nationality,
          residence_country: seniorManager.residenceCountry,
        }
      : null,
  }
}

function presentRepresentative(
  id: 'primary' | 'secondary',
  { name, birthDate, title, email, powers }: Representative,
): BusinessProfile['representatives'][number] {
  return {
    id,
    name,
    birth_date: birthDate ?? null,
    title: title ?? null,
    email,
    powers: powers ?? null,
    is_primary: id === 'primary',
  }
}
