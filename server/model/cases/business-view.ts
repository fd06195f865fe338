import type { BusinessProfile } from '#contract/onboarding/business.ts'
import {
  type BusinessFieldName,
  type BusinessFieldTable,
  businessField,
  businessShape,
} from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
  type Representative,
} from '#contract/onboarding/business-people.ts'
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
      ...presentPerson<Omit<BusinessProfile['beneficialOwners'][number], 'id'>>(OWNER_FIELDS, owner),
    })),
    seniorManager: seniorManager
      ? presentPerson<NonNullable<BusinessProfile['seniorManager']>>(MANAGER_FIELDS, seniorManager)
      : null,
  }
}

type PresentedRepresentative = BusinessProfile['representatives'][number]

function presentRepresentative(id: 'primary' | 'secondary', person: Representative): PresentedRepresentative {
  return {
    id,
    ...presentPerson<Omit<PresentedRepresentative, 'id' | 'is_primary'>>(REPRESENTATIVE_FIELDS, person),
    is_primary: id === 'primary',
  }
}

function presentPerson<Presented>(
  fields: PersonFields,
  person: Readonly<Record<string, string | number | undefined>>,
): Presented {
  return personShape<PersonFields, Presented>(fields, (name, { wire }) => [wire, person[name] ?? null])
}
