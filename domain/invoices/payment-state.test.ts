import { describe, expect, it } from 'vitest'
import { paymentState } from './payment-state.ts'

const now = new Date('2026-03-10T10:00:00Z')
const attempt = (status: string, hoursAgo = 1) => ({
  status,
  startedAt: new Date(now.getTime() - hoursAgo * 3_600_000),
})

describe('how a payment stands', () => {
  it.each([
    ['open', null, 'none'],
    ['open', attempt('pending'), 'pending'],
    ['open', attempt('pending', 24), 'none'],
    ['open', attempt('failed'), 'failed'],
    ['open', attempt('cancelled'), 'cancelled'],
    ['open', attempt('expired'), 'none'],
    ['paid', attempt('succeeded'), 'paid'],
    // The invoice has the first word: paid by another way, or taken back.
    ['paid', attempt('pending'), 'paid'],
    ['paid', null, 'paid'],
    ['void', attempt('pending'), 'none'],
    ['uncollectible', attempt('failed'), 'none'],
  ])('of an invoice that is %s with %j: %s', (status, last, state) => {
    expect(paymentState(status, last, now)).toBe(state)
  })
})
