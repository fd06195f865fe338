/** What a UK VAT invoice states about its seller, and where to pay (VAT Regulations 1995, regulation 14). */
export interface Invoicing {
  vatNumber: string
  companyNumber: string
  registeredAddress: string
  accountName: string
  bankName: string
  sortCode: string
  accountNumber: string
  iban: string
}

/** The variable for each of them; the account is in the company's legal name unless another is given. */
const VARIABLE_OF = {
  vatNumber: 'COMPANY_VAT_NUMBER',
  companyNumber: 'COMPANY_NUMBER',
  registeredAddress: 'COMPANY_REGISTERED_ADDRESS',
  bankName: 'BANK_NAME',
  sortCode: 'BANK_SORT_CODE',
  accountNumber: 'BANK_ACCOUNT_NUMBER',
  iban: 'BANK_IBAN',
} as const

/** Made up, so that invoices can be tried out; never used in production. */
const SAMPLE: Omit<Invoicing, 'accountName' | 'registeredAddress'> = {
  vatNumber: 'GB980780684',
  companyNumber: '01234567',
  bankName: 'Sample Bank',
  sortCode: '20-20-15',
  accountNumber: '55555555',
  iban: 'GB33BUKB20201555555555',
}

/** What a deployment can put on its invoices, or the names of the missing variables. */
export type InvoicingConfig = { details: Invoicing; missing: [] } | { details: null; missing: string[] }

/** Reads the configuration; outside production the sample completes it. */
export function invoicingOf(
  given: Record<keyof typeof VARIABLE_OF | 'accountName', string | undefined>,
  { production, legalName, address }: { production: boolean; legalName: string; address: string },
): InvoicingConfig {
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const details = {
    accountName: legalName,
    ...(production ? {} : { ...SAMPLE, registeredAddress: address }),
    ...own,
  } as Partial<Invoicing>
  const missing = Object.entries(VARIABLE_OF).flatMap(([name, variable]) =>
    details[name as keyof Invoicing] === undefined ? [variable] : [],
  )
  return missing.length > 0 ? { details: null, missing } : { details: details as Invoicing, missing: [] }
}

/** Whether an IBAN's check digits are valid: rearranged and read as a number, its remainder by 97 is 1. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
