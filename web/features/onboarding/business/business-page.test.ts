import { describe, expect, test } from 'vitest'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import { rulesOf } from './business-page.tsx'
import { type BusinessValues, valuesFromDraft } from './form-values.ts'

const GOOD: BusinessValues = valuesFromDraft(
  {
    legalName: 'Fern Hill Limited',
    registeredAddress: '1 Fern Lane\nBristol BS99 1AA',
    companyNumber: 'SC 12345',
    bankName: 'Barclays',
    bankSortCode: '12 34 56',
    bankAccountNumber: '12345678',
    settlementContactName: 'Cay',
    settlementContactPhone: '020 7946 0123',
    beneficialOwners: [
      {
        id: 'a',
        fullName: 'Ada',
        birthDate: '1971-3-',
        nationality: 'GB',
        residenceCountry: 'FR',
        ownershipPercent: '62.5',
      },
    ],
    primaryRepresentative: { name: 'Ben', birthDate: '1980-12-24', email: 'ben@fern.example' },
  },
  'amara@fernhill.example',
)

async function problems(
  step: BusinessStep,
  change: Partial<BusinessValues>,
): Promise<Record<string, string>> {
  const result = await rulesOf(step)?.safeParseAsync({ ...GOOD, ...change })
  return Object.fromEntries(result?.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test.each(['company', 'settlement', 'owners', 'representatives'] as const)(
  'a filled-in %s screen passes',
  async (step) => expect(await problems(step, {})).toEqual({}),
)

test('a screen only validates its own fields', async () => {
  expect(await problems('settlement', { legalName: '', beneficialOwners: [] })).toEqual({})
})

describe('refused input, with its sentence', () => {
  test.each<[BusinessStep, Partial<BusinessValues>, string, RegExp]>([
    ['company', { legalName: ' ' }, 'legalName', /^Enter the legal name/],
    ['company', { companyNumber: '12' + '3456789' }, 'companyNumber', /8 characters/],
    ['company', { email: 'amara' }, 'email', /valid email/],
    ['company', { taxNumber: 'GB123' }, 'taxNumber', /neither a VAT number nor a UTR/],
    ['company', { registrationCountry: '' }, 'registrationCountry', /^Choose the country/],
    ['settlement', { bankCountry: '' }, 'bankCountry', /^Choose the country/],
    ['settlement', { bankAccountNumber: '1234' }, 'bankAccountNumber', /8 digits/],
    ['settlement', { settlementContactPhone: '12345' }, 'settlementContactPhone', /^Enter a phone number/],
    [
      'representatives',
      { secondaryRepresentative: { ...GOOD.primaryRepresentative } },
      'secondaryRepresentative.email',
      /primary representative/,
    ],
  ])('%s %o', async (step, change, path, message) => {
    expect((await problems(step, change))[path]).toMatch(message)
  })

  test('owners by their place in the list', async () => {
    const [ada] = GOOD.beneficialOwners
    if (!ada) throw new Error('There is one above')
    const owners = [ada, { ...ada, id: 'b', fullName: 'Ben', nationality: '', ownershipPercent: '50' }]
    expect(Object.keys(await problems('owners', { beneficialOwners: owners }))).toEqual(
      expect.arrayContaining(['beneficialOwners', 'beneficialOwners.1.nationality']),
    )
  })

  test('a half-typed senior manager only if one is needed', async () => {
    const seniorManager = { fullName: 'Eve', birthDate: '', nationality: '', residenceCountry: '' }
    const none = { beneficialOwners: [], seniorManager }
    expect(await problems('owners', { seniorManager })).toEqual({})
    expect(await problems('owners', { ...none, noUboReason: 'listed' })).toEqual({})
    expect(Object.keys(await problems('owners', { ...none, noUboReason: 'non-profit' }))).toEqual([
      'seniorManager.nationality',
      'seniorManager.residenceCountry',
      'seniorManager.birthDate',
    ])
  })
})

test('a birth with at least month and year, except for someone accepted without', async () => {
  const [ada] = GOOD.beneficialOwners
  if (!ada) throw new Error('There is one above')
  const born = (birthDate: string) => problems('owners', { beneficialOwners: [{ ...ada, birthDate }] })
  expect(await born('')).toEqual({ 'beneficialOwners.0.birthDate': 'Enter the month and year of birth' })
  expect((await born('1971--9'))['beneficialOwners.0.birthDate']).toMatch(/^Enter a real month and year/)
  expect((await born('2999-1-'))['beneficialOwners.0.birthDate']).toMatch(/in the past/)
  const rules = rulesOf('owners', (item) => item === 'owner:a')
  expect(rules?.safeParse({ ...GOOD, beneficialOwners: [{ ...ada, birthDate: '' }] }).success).toBe(true)
})

describe('a foreign country', () => {
  test('switches the United Kingdom’s formats off', async () => {
    const german = { registrationCountry: 'DE', companyNumber: 'HRB 12345 B', taxNumber: 'DE 811' }
    expect(await problems('company', german)).toEqual({})
    const iban = { bankCountry: 'DE', bankSortCode: '', bankAccountNumber: 'DE89 3704 0044 0532 0130 00' }
    expect(await problems('settlement', iban)).toEqual({})
  })

  test.each(['+49 30 901820', '030 901820', '+1 202-456-1111'])(
    'allows a contact’s phone number %s',
    async (phone) => {
      expect(
        await problems('settlement', { registrationCountry: 'DE', settlementContactPhone: phone }),
      ).toEqual({})
    },
  )
})
