import { fieldsOfBusinessPart, isOptionalBusinessField } from '#contract/onboarding/business-fields.ts'
import { readPhone } from '#domain/phone.ts'
import { type BusinessFields, type FieldProblems, isBlank } from './business-fields.ts'
import { bareNumber, isUnchosen, isUnitedKingdom, type NumberCheck, plainLine } from './company-number.ts'
import { checkForeignAccount } from './iban.ts'

// The bank's country is prefilled for everyone.
const FIELDS = fieldsOfBusinessPart('settlement').filter(isOptionalBusinessField)

/** Whether any of the settlement was answered; all of it is optional (onboarding §5.7). */
export function hasSettlement(fields: BusinessFields): boolean {
  return FIELDS.some((field) => !isBlank(fields[field]))
}

/**
 * Returns the problems of the settlement. Each of its three groups is given completely or not at all: a bank account,
 * with its sort code in the United Kingdom; a registry account; a contact with a way to reach them.
 */
export function settlementProblems(fields: BusinessFields): FieldProblems {
  return { ...registryProblems(fields), ...bankProblems(fields), ...contactProblems(fields) }
}

function registryProblems({ registryName, registryAccount }: BusinessFields): FieldProblems {
  if (isBlank(registryName) === isBlank(registryAccount)) return {}
  return isBlank(registryName)
    ? { registryName: 'Enter the registry that holds this account, or leave both blank' }
    : { registryAccount: 'Enter the account at this registry, or leave both blank' }
}

function bankProblems(fields: BusinessFields): FieldProblems {
  const { bankName, bankAccountNumber, bankSortCode, bankCountry } = fields
  if ([bankName, bankAccountNumber, bankSortCode].every(isBlank)) return {}
  const problems: Record<string, string> = {}
  const orNone = 'or leave all bank details blank'
  // Which numbers are right depends on the country.
  if (isUnchosen(bankCountry)) return { bankCountry: 'Choose the country of the bank from the list' }
  if (isBlank(bankName)) problems.bankName = `Enter the name of the bank, ${orNone}`
  const account = checkAccountNumber(bankAccountNumber ?? '', bankCountry)
  if (isBlank(bankAccountNumber)) problems.bankAccountNumber = `Enter the account number, ${orNone}`
  else if (!account.ok) problems.bankAccountNumber = account.message
  const sortCode = checkSortCode(bankSortCode ?? '', bankCountry)
  if (isBlank(bankSortCode)) {
    if (isUnitedKingdom(bankCountry)) problems.bankSortCode = `Enter the sort code, ${orNone}`
  } else if (!sortCode.ok) problems.bankSortCode = sortCode.message
  return problems
}

function contactProblems(fields: BusinessFields): FieldProblems {
  const { settlementContactName, settlementContactEmail, settlementContactPhone } = fields
  const isReachable = !isBlank(settlementContactEmail) || !isBlank(settlementContactPhone)
  if (isReachable && isBlank(settlementContactName))
    return { settlementContactName: 'Enter the name of the settlement contact' }
  if (!isReachable && !isBlank(settlementContactName))
    return { settlementContactEmail: 'Enter an email address or a phone number of the settlement contact' }
  if (isBlank(settlementContactPhone)) return {}
  const phone = readPhone(settlementContactPhone ?? '', fields.registrationCountry)
  return phone.ok ? {} : { settlementContactPhone: phone.message }
}

const ACCOUNT_DIGITS = 8

/**
 * Reads a sort code with or without dashes and spaces (law §2.3); returns it as 12-34-56. Abroad any text is
 * accepted.
 */
export function checkSortCode(text: string, bankCountry: string | null | undefined): NumberCheck {
  if (!isUnitedKingdom(bankCountry)) return { ok: true, value: plainLine(text) }
  const bare = bareNumber(text)
  if (/^\d{6}$/.test(bare)) return { ok: true, value: bare.replace(/(\d\d)(?=\d)/g, '$1-') }
  return { ok: false, message: 'A sort code has 6 digits. Enter it like 12-34-56' }
}

/**
 * Reads an account number (law §2.3). UK numbers have 8 digits; banks pad shorter ones differently, so the padding is
 * not guessed.
 */
export function checkAccountNumber(text: string, bankCountry: string | null | undefined): NumberCheck {
  if (!isUnitedKingdom(bankCountry)) return checkForeignAccount(text, bankCountry ?? '')
  const bare = bareNumber(text)
  if (/^\d{8}$/.test(bare)) return { ok: true, value: bare }
  return { ok: false, message: accountAdvice(bare) }
}

function accountAdvice(bare: string): string {
  const looks = `Enter ${ACCOUNT_DIGITS} digits, like 12345678`
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{4,}$/.test(bare))
    return `This is an IBAN. ${looks}: they are the last ${ACCOUNT_DIGITS} of a UK IBAN`
  if (!/^\d+$/.test(bare)) return `An account number has only digits. ${looks}`
  if (bare.length > ACCOUNT_DIGITS)
    return `An account number has ${ACCOUNT_DIGITS} digits, this one has ${bare.length}. ${looks}`
  // Some banks have shorter numbers, which they pad with leading zeros.
  if (bare.length >= 6)
    return `An account number has ${ACCOUNT_DIGITS} digits. If yours has ${bare.length}, ask your bank how to write it with ${ACCOUNT_DIGITS}`
  return `An account number has ${ACCOUNT_DIGITS} digits, this one has ${bare.length}. ${looks}`
}
