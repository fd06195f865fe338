import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import {
  BUSINESS_FIELD_NAMES,
  type BusinessFieldName,
  businessField,
  isRequiredBusinessField,
} from '#contract/onboarding/business-fields.ts'
import { JOINT_POWERS } from '#contract/onboarding/business-people.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import {
  type BusinessFields,
  type FieldProblems,
  FORM_STEPS,
  type FormStep,
  isBlank,
  type RepresentativeFields,
} from './business-fields.ts'
import { checkCompanyNumber, isUnchosen, type NumberCheck } from './company-number.ts'
import { nameAndBirth, needsSeniorManager, ownershipProblems } from './ownership.ts'
import { type BirthRules, birthProblems } from './people-births.ts'
import { registeredOfficeProblem } from './registered-office.ts'
import { checkAccountNumber, checkSortCode, settlementProblems } from './settlement.ts'
import { checkTaxNumber } from './tax-number.ts'

const REQUIRED = BUSINESS_FIELD_NAMES.filter(isRequiredBusinessField)

/**
 * Returns the required fields that are still empty, with their labels, in the order of the form (onboarding §5.9).
 */
export function missingBusinessFields(fields: BusinessFields): { field: BusinessFieldName; label: string }[] {
  return REQUIRED.filter((field) => isBlank(fields[field])).map((field) => ({
    field,
    label: businessField(field).label,
  }))
}

/** Returns the message under the title Missing Required Information (onboarding §5.9). */
export function missingFieldsMessage(missing: readonly { label: string }[]): string {
  return `Please complete these fields: ${missing.map(({ label }) => label).join(', ')}`
}

/** Returns all problems of one step, by field path; the shape of each value is checked by the contract. */
export function stepProblems(step: FormStep, fields: BusinessFields, rules: BirthRules = {}): FieldProblems {
  switch (step) {
    case 'company':
      return companyProblems(fields, rules)
    case 'settlement':
      // An accepted account stays as it is.
      return rules.mayOmit?.('settlement') ? {} : settlementProblems(fields)
    case 'owners':
      return ownershipProblems(fields, rules)
    case 'representatives':
      return representativeProblems(fields, rules)
    case 'user-type':
      return isBlank(fields.userType) ? { userType: 'Choose a user type' } : {}
    default:
      return step satisfies never
  }
}

/** Returns all problems of the whole form. */
export function businessProblems(fields: BusinessFields, rules: BirthRules = {}): FieldProblems {
  return Object.assign({}, ...FORM_STEPS.map((step) => stepProblems(step, fields, rules)))
}

/**
 * Returns answers without problems as they are stored: numbers in one canonical form, so that a repeated
 * submission is recognised however it was typed, and without what the form no longer asks for.
 */
export function normalAnswers(answers: BusinessAnswers): BusinessAnswers {
  const { registrationCountry, bankCountry, bankAccountNumber, bankSortCode } = answers
  return {
    ...answers,
    companyNumber: normal(
      checkCompanyNumber(answers.companyNumber, registrationCountry),
      answers.companyNumber,
    ),
    ...(bankAccountNumber && {
      bankAccountNumber: normal(checkAccountNumber(bankAccountNumber, bankCountry), bankAccountNumber),
    }),
    ...(bankSortCode && { bankSortCode: normal(checkSortCode(bankSortCode, bankCountry), bankSortCode) }),
    seniorManager: needsSeniorManager(answers) ? answers.seniorManager : undefined,
    secondaryRepresentative: hasSecondaryRepresentative(answers)
      ? answers.secondaryRepresentative
      : undefined,
  }
}

function companyProblems(fields: BusinessFields, rules: BirthRules): FieldProblems {
  const problems: Record<string, string> = {}
  for (const { field, label } of missingBusinessFields(fields))
    problems[field] = `Enter the ${label.toLowerCase()}`
  // Which numbers are valid depends on the country.
  if (isUnchosen(fields.registrationCountry))
    return { ...problems, registrationCountry: 'Choose the country of registration from the list' }
  const office = registeredOfficeProblem(fields)
  // An accepted one stays as it is.
  if (office && !rules.mayOmit?.('registration')) problems.registeredAddress = office
  if (!isBlank(fields.companyNumber)) {
    const check = checkCompanyNumber(fields.companyNumber ?? '', fields.registrationCountry)
    if (!check.ok) problems.companyNumber = check.message
  }
  if (!isBlank(fields.taxNumber)) {
    const check = checkTaxNumber(fields.taxNumber ?? '', fields.registrationCountry)
    if (!check.ok) problems.taxNumber = check.message
  }
  return problems
}

function normal(check: NumberCheck, otherwise: string): string {
  return check.ok ? check.value : otherwise
}

/** Whether a second representative was named; one with all fields empty does not count. */
export function hasSecondaryRepresentative(fields: BusinessFields): boolean {
  return !isBlank(fields.secondaryRepresentative)
}

/**
 * Returns the problems of the representatives: the first is required, the second only if the first acts jointly, and
 * they must be different people. What was accepted isn't asked about again.
 */
export function representativeProblems(fields: BusinessFields, rules: BirthRules = {}): FieldProblems {
  const { primaryRepresentative: primary, secondaryRepresentative: secondary } = fields
  const ofPrimary = personProblems('primary', primary, rules)
  const isAccepted = (id: 'primary' | 'secondary') => rules.mayOmit?.(`representative:${id}`) === true
  if (!hasSecondaryRepresentative(fields)) {
    const needsSecond = primary?.powers?.trim() === JOINT_POWERS && !isAccepted('primary')
    return {
      ...ofPrimary,
      ...(needsSecond && {
        'primaryRepresentative.powers':
          'Someone who acts jointly signs together with another person. Add them as the second representative',
      }),
    }
  }
  const isSame = !isBlank(primary?.email) && emailKey(primary) === emailKey(secondary)
  const isSamePerson =
    !isSame &&
    !isBlank(primary?.name) &&
    nameAndBirth(primary?.name, primary?.birthDate) === nameAndBirth(secondary?.name, secondary?.birthDate) &&
    !(isAccepted('primary') && isAccepted('secondary'))
  return {
    ...ofPrimary,
    ...personProblems('secondary', secondary, rules),
    ...(isSame && {
      'secondaryRepresentative.email':
        'This is the primary representative’s email address. Enter another, or leave the second representative blank',
    }),
    ...(isSamePerson && {
      'secondaryRepresentative.name':
        'This is the primary representative again. Enter another person, or leave the second representative blank',
    }),
  }
}

function personProblems(
  id: 'primary' | 'secondary',
  person: RepresentativeFields | null | undefined,
  rules: BirthRules,
): FieldProblems {
  const path = `${id}Representative`
  const item: ItemKey = `representative:${id}`
  return {
    ...(isBlank(person?.name) && { [`${path}.name`]: 'Enter the full name' }),
    ...birthProblems(path, item, person?.birthDate, { ...rules, mustBeAdult: true }),
    ...(isBlank(person?.email) && { [`${path}.email`]: 'Enter an email address' }),
  }
}

function emailKey(person: RepresentativeFields | null | undefined): string {
  return (person?.email ?? '').trim().toLowerCase()
}
