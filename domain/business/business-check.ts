import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import {
  BUSINESS_FIELD_NAMES,
  type BusinessFieldName,
  businessField,
  isRequiredBusinessField,
} from '#contract/onboarding/business-fields.ts'
import { checkAccountNumber, checkSortCode } from './bank-numbers.ts'
import {
  type BusinessFields,
  type FieldProblems,
  FORM_STEPS,
  type FormStep,
  isBlank,
} from './business-fields.ts'
import { checkCompanyNumber } from './company-number.ts'
import { isUnchosen, type NumberCheck } from './number-check.ts'
import { needsSeniorManager, ownershipProblems } from './ownership.ts'
import type { BirthRules } from './people-births.ts'
import { hasSecondaryRepresentative, representativeProblems } from './representatives.ts'
import { settlementProblems } from './settlement.ts'
import { checkTaxNumber } from './tax-number.ts'

const REQUIRED = BUSINESS_FIELD_NAMES.filter(isRequiredBusinessField)

/** The required fields that are still empty, with the labels people read, in the order of the form (onboarding §5). */
export function missingBusinessFields(fields: BusinessFields): { field: BusinessFieldName; label: string }[] {
  return REQUIRED.filter((field) => isBlank(fields[field])).map((field) => ({
    field,
    label: businessField(field).label,
  }))
}

/** The message under the title Missing Required Information (onboarding §5). */
export function missingFieldsMessage(missing: readonly { label: string }[]): string {
  return `Please complete these fields: ${missing.map(({ label }) => label).join(', ')}`
}

/** Everything that is wrong on one step, by the path of the field; the shape of each value is the contract's matter. */
export function stepProblems(step: FormStep, fields: BusinessFields, rules: BirthRules = {}): FieldProblems {
  switch (step) {
    case 'company':
      return companyProblems(fields)
    case 'settlement':
      return settlementProblems(fields)
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

/** Everything that is wrong with the whole form. */
export function businessProblems(fields: BusinessFields, rules: BirthRules = {}): FieldProblems {
  return Object.assign({}, ...FORM_STEPS.map((step) => stepProblems(step, fields, rules)))
}

/**
 * The answers as they are kept: numbers in their one form, so that a repeated submission is known again however it was
 * typed, and without what the form no longer asks for. For answers without problems.
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

function companyProblems(fields: BusinessFields): FieldProblems {
  const problems: Record<string, string> = {}
  for (const { field, label } of missingBusinessFields(fields))
    problems[field] = `Enter the ${label.toLowerCase()}`
  // Which numbers are right depends on the country.
  if (isUnchosen(fields.registrationCountry))
    return { ...problems, registrationCountry: 'Choose the country of registration from the list' }
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
