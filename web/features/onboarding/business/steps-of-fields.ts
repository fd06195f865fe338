import {
  type BusinessPartKey,
  fieldsOfBusinessPart,
  isBusinessPart,
} from '#contract/onboarding/business-fields.ts'
import { OWNER_FIELDS, REPRESENTATIVE_FIELDS } from '#contract/onboarding/business-people.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import type { ItemKey } from '#contract/verification/cases.ts'

/** The screen of each part of the company. */
const STEP_OF_PART: Readonly<Record<BusinessPartKey, BusinessStep>> = {
  registration: 'company',
  settlement: 'settlement',
}

/** In the order of the screens and of their fields. */
const STEP_OF_FIELD: Readonly<Record<string, BusinessStep>> = {
  ...stepsOf('registration'),
  other: 'company',
  ...stepsOf('settlement'),
  beneficialOwners: 'owners',
  noUboReason: 'owners',
  seniorManager: 'owners',
  primaryRepresentative: 'representatives',
  secondaryRepresentative: 'representatives',
  userType: 'user-type',
  riskDisclosureAccepted: 'risk-disclosure',
}

function stepsOf(part: BusinessPartKey) {
  return Object.fromEntries(fieldsOfBusinessPart(part).map((name) => [name, STEP_OF_PART[part]]))
}

/** The screen of a submission's field; the review for its own fields. */
export function stepOfField(path: string): BusinessStep {
  const [name = ''] = path.split('.')
  return STEP_OF_FIELD[name] ?? 'review'
}

/** A sort key that puts fields in their order on the screen: by group, by person, by field. */
export function placeOfField(path: string): string {
  const [name = '', ...rest] = path.split('.')
  const part = rest.at(-1) ?? ''
  const place = (index: number) => String(index + 1).padStart(2, '0')
  return [
    place(Object.keys(STEP_OF_FIELD).indexOf(name)),
    rest.length > 1 ? rest[0] : '',
    place(Object.keys(name.endsWith('Representative') ? REPRESENTATIVE_FIELDS : OWNER_FIELDS).indexOf(part)),
  ].join()
}

/** The screen on which a returned case's item is corrected. */
export function stepOfItem(item: ItemKey): BusinessStep {
  if (item.startsWith('owner:')) return 'owners'
  if (item.startsWith('representative:')) return 'representatives'
  return isBusinessPart(item) ? STEP_OF_PART[item] : 'company'
}
