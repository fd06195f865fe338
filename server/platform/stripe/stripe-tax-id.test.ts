import { expect, test } from 'vitest'
import { taxIdOf } from './stripe-tax-id.ts'

test.each([
  ['GB', 'GB 123 4567 89', 'gb_vat', 'GB123456789'],
  ['GB', '123456789', 'gb_vat', 'GB123456789'],
  ['DE', 'DE 123456789', 'eu_vat', 'DE123456789'],
  ['GR', 'EL123456789', 'eu_vat', 'EL123456789'],
  ['NO', '123 456 789 MVA', 'no_vat', '123456789MVA'],
  ['CH', 'CHE-123.456.789 MWST', 'ch_vat', 'CHE-123.456.789 MWST'],
  ['US', '12-3456789', 'us_ein', '12-3456789'],
])('of %s, %s is %s %s', (country, taxNumber, type, value) => {
  expect(taxIdOf({ country, taxNumber })).toEqual({ type, value })
})

test.each([
  ['GB', 'applied for'],
  ['DE', 'FR12345678901'],
  ['BR', '12345'],
  [null, 'GB123456789'],
  ['GB', null],
])('of %s, %s is not one that Stripe would accept', (country, taxNumber) => {
  expect(taxIdOf({ country, taxNumber })).toBeNull()
})
