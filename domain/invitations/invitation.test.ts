import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INVITATION_DAYS, type InvitationStatus, MailEventName } from '#contract/invitations/invitations.ts'
import {
  acceptanceRefusal,
  deliveryStatus,
  invitationExpiry,
  invitationStages,
  invitationStatus,
  isRepeatedResend,
  resendRefusal,
} from './invitation.ts'

const SENT = new Date('2026-03-01T10:00:00Z')
const END = invitationExpiry(SENT)
const JUST_BEFORE = new Date(END.getTime() - 1)
const eventList = fc.array(fc.constantFrom(...MailEventName.options), { maxLength: 12 })
const ORDER: readonly InvitationStatus[] = [
  'pending',
  'delivered',
  'opened',
  'clicked',
  'failed',
  'unsubscribed',
  'complained',
]
const open = { acceptedAt: null, expiresAt: END }

describe('the status of an invitation', () => {
  test.each<[MailEventName[], InvitationStatus]>([
    [[], 'pending'],
    [['sent'], 'pending'],
    [['sent', 'delayed'], 'pending'],
    [['sent', 'delivered'], 'delivered'],
    [['opened'], 'opened'],
    [['clicked', 'delivered'], 'clicked'],
    [['delivered', 'failed'], 'failed'],
    [['failed', 'unsubscribed'], 'unsubscribed'],
    [['complained', 'unsubscribed', 'clicked'], 'complained'],
  ])('%j is shown as %s', (events, status) => {
    expect(invitationStatus({ ...open, events }, SENT)).toBe(status)
  })

  test('R53 does not depend on the order of events, nor on how often each arrived', () => {
    fc.assert(
      fc.property(eventList, fc.nat(), (events, seed) => {
        const mixed = [...events, ...events].sort((a, b) => ((a + b).length * seed) % 3 || a.localeCompare(b))
        expect(deliveryStatus(mixed)).toBe(deliveryStatus(events))
      }),
    )
  })

  test('R53 never moves backwards when one more event arrives', () => {
    fc.assert(
      fc.property(eventList, fc.constantFrom(...MailEventName.options), (events, next) => {
        const place = (list: MailEventName[]) => ORDER.indexOf(deliveryStatus(list))
        expect(place([...events, next])).toBeGreaterThanOrEqual(place(events))
      }),
    )
  })

  test('an accepted invitation stays accepted, whatever arrives later and however late it is', () => {
    fc.assert(
      fc.property(eventList, fc.date({ min: SENT, noInvalidDate: true }), (events, now) => {
        expect(invitationStatus({ events, acceptedAt: SENT, expiresAt: END }, now)).toBe('accepted')
      }),
    )
  })

  test.each<[MailEventName[], InvitationStatus]>([
    [[], 'expired'],
    [['clicked'], 'expired'],
    [['failed'], 'failed'],
    [['unsubscribed'], 'unsubscribed'],
    [['complained'], 'complained'],
  ])('after 14 days %j is shown as %s', (events, status) => {
    expect(END.getTime() - SENT.getTime()).toBe(INVITATION_DAYS * 86_400_000)
    expect(invitationStatus({ ...open, events }, END)).toBe(status)
    expect(invitationStatus({ ...open, events }, JUST_BEFORE)).toBe(deliveryStatus(events))
  })
})

describe('sending again', () => {
  test.each<[InvitationStatus, ReturnType<typeof resendRefusal>]>([
    ['pending', null],
    ['clicked', null],
    ['expired', null],
    ['failed', null],
    ['accepted', 'accepted'],
    ['unsubscribed', 'unsubscribed'],
    ['complained', 'complained'],
  ])('an invitation that is %s: %s', (status, refusal) => {
    expect(resendRefusal(status)).toBe(refusal)
  })

  test('R49 within seconds is the same resend', () => {
    const at = (seconds: number) => new Date(SENT.getTime() + seconds * 1000)
    expect(isRepeatedResend(null, SENT)).toBe(false)
    expect(isRepeatedResend(SENT, at(9.999))).toBe(true)
    expect(isRepeatedResend(SENT, at(10))).toBe(false)
    expect(isRepeatedResend(at(1), SENT)).toBe(true)
  })
})

describe('accepting', () => {
  const invitation = { acceptedAt: null, invitedAt: SENT, expiresAt: END }
  const before = new Date(SENT.getTime() - 1)

  test.each([
    ['by the link, with a new account', { byLink: true, registeredAt: SENT, at: SENT }, null],
    ['by the link, with an old account', { byLink: true, registeredAt: before, at: SENT }, null],
    ['without the link, with a new account', { byLink: false, registeredAt: SENT, at: SENT }, null],
    [
      'without the link, with an old account',
      { byLink: false, registeredAt: before, at: SENT },
      'not_by_this_invitation',
    ],
    ['at the last moment', { byLink: true, registeredAt: SENT, at: JUST_BEFORE }, null],
    ['a moment too late', { byLink: true, registeredAt: SENT, at: END }, 'expired'],
  ])('%s', (_name, signIn, refusal) => {
    expect(acceptanceRefusal(invitation, signIn)).toBe(refusal)
  })

  test('happens once', () => {
    const signIn = { byLink: true, registeredAt: SENT, at: SENT }
    expect(acceptanceRefusal({ ...invitation, acceptedAt: SENT }, signIn)).toBe('accepted')
  })
})

test.each<[MailEventName[], string]>([
  [['sent'], ''],
  [['delivered'], 'delivered'],
  [['opened'], 'delivered opened'],
  [['clicked'], 'delivered opened clicked'],
  [['complained'], 'delivered'],
  [['failed'], ''],
])('of %j the icons show "%s": a click implies the delivery', (events, shown) => {
  const stages = invitationStages(events)
  expect((['delivered', 'opened', 'clicked'] as const).filter((stage) => stages[stage]).join(' ')).toBe(shown)
})
