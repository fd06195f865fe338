import { describe, expect, it } from 'vitest'
import type { BusinessFields } from './business-fields.ts'
import { hasSettlement, settlementProblems } from './settlement.ts'

const BANK = { bankName: 'Fern Bank', bankAccountNumber: '12345678', bankSortCode: '123456' }
const REGISTRY = { registryName: 'Verra', registryAccount: '1042' }
const NAME = { settlementContactName: 'Ada Lovelace' }

describe('the settlement', () => {
  it.each<[string, BusinessFields]>([
    ['nothing at all', {}],
    ['spaces', { bankName: ' ', registryAccount: '' }],
    ['only a country, which is always there', { bankCountry: 'GB' }],
    ['a bank account', BANK],
    ['a bank account abroad without a code', { ...BANK, bankCountry: 'DE', bankSortCode: '' }],
    ['a registry account', REGISTRY],
    ['a contact with an email', { ...NAME, settlementContactEmail: 'ada@fern.example' }],
    ['a contact with a phone', { ...NAME, settlementContactPhone: '+44 20 7946 0142' }],
  ])('is complete with %s', (_name, fields) => expect(settlementProblems(fields)).toEqual({}))

  it.each<[string, BusinessFields, string[]]>([
    ['a bank without an account', { bankName: 'Fern Bank' }, ['bankAccountNumber', 'bankSortCode']],
    ['an account without a bank', { bankAccountNumber: '12345678' }, ['bankName', 'bankSortCode']],
    ['no sort code', { ...BANK, bankSortCode: ' ' }, ['bankSortCode']],
    ['a wrong sort code', { ...BANK, bankSortCode: '12345' }, ['bankSortCode']],
    ['a short account number', { ...BANK, bankAccountNumber: '1234567' }, ['bankAccountNumber']],
    [
      'a code abroad without the rest',
      { bankCountry: 'DE', bankSortCode: 'X' },
      ['bankName', 'bankAccountNumber'],
    ],
    ['a registry without an account', { registryName: 'Verra' }, ['registryAccount']],
    ['an account without a registry', { registryAccount: '1042' }, ['registryName']],
    ['a contact who cannot be reached', NAME, ['settlementContactEmail']],
    ['a contact without a name', { settlementContactPhone: '+44 20 7946 0142' }, ['settlementContactName']],
    [
      'wrong numbers everywhere',
      { ...BANK, ...NAME, registryName: 'Verra', bankSortCode: 'x' },
      ['registryAccount', 'bankSortCode', 'settlementContactEmail'],
    ],
  ])('is incomplete with %s', (_name, fields, wrong) =>
    expect(Object.keys(settlementProblems(fields))).toEqual(wrong),
  )

  it('was answered once any of its fields is filled', () => {
    expect(hasSettlement({ bankCountry: 'GB', bankName: ' ' })).toBe(false)
    expect(hasSettlement({ settlementContactPhone: '1' })).toBe(true)
  })
})
