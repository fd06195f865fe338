import { describe, expect, test } from 'vitest'
import { checkTaxNumber } from '#domain/business/tax-number.ts'
import { readConfig } from '#server/config.ts'
import { INVOICING, PRODUCTION } from '#server/testing/production.ts'
import { isIban } from './config-invoicing.ts'

describe('the seller on an invoice', () => {
  test('is complete in production, or its missing settings are named', () => {
    expect(readConfig(PRODUCTION).invoicing).toEqual({ details: null, missing: Object.keys(INVOICING) })
    const { BANK_IBAN: _, ...rest } = INVOICING
    expect(readConfig({ ...PRODUCTION, ...rest }).invoicing.missing).toEqual(['BANK_IBAN'])
  })
  test('is read in the ways that people write it', () => {
    expect(readConfig({ ...PRODUCTION, ...INVOICING }).invoicing.details).toEqual({
      vatNumber: 'GB123456789',
      companyNumber: '09876543',
      registeredAddress: '2 Exchange Place, London EC2A 2AA',
      accountName: 'Verdaccord Limited',
      bankName: 'Example Bank',
      sortCode: '20-20-15',
      accountNumber: '55555555',
      iban: 'GB33BUKB20201555555555',
    })
  })
  test('is a sample while the product is tried out', () => {
    const { details } = readConfig({}).invoicing
    expect(details).toMatchObject({ bankName: 'Sample Bank' })
    expect(checkTaxNumber(details?.vatNumber ?? '', 'GB')).toMatchObject({ ok: true, kind: 'vat' })
  })
  test.each([
    ['COMPANY_VAT_NUMBER', 'GB12'],
    ['BANK_SORT_CODE', '2020'],
    ['BANK_ACCOUNT_NUMBER', '123'],
    ['BANK_IBAN', 'GB34BUKB20201555555555'],
    ['COMPANY_NUMBER', '12'],
  ])('stops the start if %s is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
  test('an IBAN with two digits swapped is invalid', () => {
    expect([isIban('GB33BUKB20201555555555'), isIban('GB33BUKB20210555555555')]).toEqual([true, false])
  })
})
