import { describe, expect, it } from 'vitest'
import { isTrustedPaymentLink } from './payment-link.ts'

const OWN = 'http://localhost:3000'

describe('R32 links to pay', () => {
  it.each([
    'https://invoice.stripe.com/i/acct_1/test_2?s=ap',
    'https://pay.stripe.com/invoice/acct_1/test_2/pdf',
    'https://stripe.com/',
    'http://localhost:3000/checkout/1',
  ])('R32 opens %s', (link) => expect(isTrustedPaymentLink(link, OWN)).toBe(true))

  it.each([
    'http://invoice.stripe.com/i/acct_1',
    'https://invoice.stripe.com.evil.example/i',
    'https://evilstripe.com/i',
    'https://stripe.com@evil.example/i',
    'https://user:secret@invoice.stripe.com/i',
    'https://invoice.stripe.com:8443/i',
    'javascript:alert(1)//stripe.com',
    'data:text/html,stripe.com',
    '//evil.example/',
    '/checkout/1',
    'http://localhost:3001/checkout/1',
    '',
  ])('R32 does not open %s', (link) => expect(isTrustedPaymentLink(link, OWN)).toBe(false))
})
