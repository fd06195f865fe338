import { describe, expect, it } from 'vitest'
import type { NextAction } from '#domain/onboarding/next-action.ts'
import { wordsOf } from './next-action-words.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const invoice = (number: string, dueAt: string | null) =>
  ({
    id: number,
    number,
    status: 'open',
    amount_due: 118_050,
    currency: 'gbp',
    due_date: dueAt ? new Date(dueAt).getTime() / 1000 : null,
  }) as never
const item = (label: string, decision: string) => ({ label, decision })
const facts = (more: object = {}) =>
  ({
    profile: { email: 'ada@people.example' },
    verification: { kind: 'loaded', facts: { business: null }, status: null, certifications: [] },
    own: null,
    invoices: [],
    now: NOW,
    ...more,
  }) as never
const words = (kind: Exclude<NextAction['kind'], 'step'>, more?: object) => wordsOf({ kind }, facts(more))

describe('the words of the next action', () => {
  it('names the items that came back, and leads to their journey', () => {
    const own = {
      kind: 'business',
      items: [item('Settlement', 'retry'), item('Registration', 'accepted'), item('Owner', 'retry')],
    }
    expect(words('mend', { own })).toMatchObject({
      text: 'Our team needs another look at: Settlement, Owner. Everything else has been accepted.',
      place: { to: '/onboarding/business' },
    })
  })

  it('begins with the invoice that is due first, and says when it is late', () => {
    const invoices = [
      invoice('VC-3', null),
      invoice('VC-2', '2026-12-01T12:00:00Z'),
      invoice('VC-1', '2026-11-11T12:00:00Z'),
    ]
    expect(words('pay', { invoices })).toMatchObject({
      title: 'Pay Invoice #VC-1',
      text: '£1,180.50, overdue since Nov 11, 2026. 2 more invoices are open.',
      family: 'red',
      place: { to: '/profile', search: { tab: 'invoices' } },
    })
    expect(words('pay', { invoices: invoices.slice(0, 2) })).toMatchObject({
      text: '£1,180.50, due Dec 1, 2026. One more invoice is open.',
      family: 'blue',
    })
    expect(words('pay', { invoices: invoices.slice(0, 1) }).text).toBe('£1,180.50.')
  })

  it('says until when somebody waits, and asks for nothing', () => {
    const own = {
      kind: 'consumer',
      state: 'submitted',
      text: 'We have your application.',
      dueAt: '2026-11-23T10:00:00Z',
    }
    expect(words('wait', { own })).toMatchObject({
      text: expect.stringMatching(/^We have your application. You will hear from us by Nov 23, 2026, /),
      isQuiet: true,
    })
  })

  it('leads to the address that is not confirmed', () => {
    expect(words('confirm_email')).toMatchObject({
      text: expect.stringContaining('ada@people.example'),
      place: { to: '/profile', search: { tab: 'edit' } },
    })
  })
})
