import { describe, expect, it } from 'vitest'
import { isTrustedPaymentLink, paymentState } from './payment-state.ts'

const now = new Date('2026-03-10T10:00:00Z')
const attempt = (status: string, hoursAgo = 1) => ({
  status,
  startedAt: new Date(now.getTime() - hoursAgo * 3_600_000),
})

describe('the state of a payment', () => {
  it.each([
    ['open', null, 'none'],
    ['open', attempt('pending'), 'pending'],
    ['open', attempt('pending', 24), 'none'],
    ['open', attempt('failed'), 'failed'],
    ['open', attempt('cancelled'), 'cancelled'],
    ['open', attempt('expired'), 'none'],
    ['paid', attempt('succeeded'), 'paid'],
    // The invoice decides first: paid another way, or void.
    ['paid', attempt('pending'), 'paid'],
    ['paid', null, 'paid'],
    ['void', attempt('pending'), 'none'],
    ['uncollectible', attempt('failed'), 'none'],
  ])('for an invoice that is %s with %j: %s', (status, last, state) => {
    expect(paymentState(status, last, now)).toBe(state)
  })
})

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
