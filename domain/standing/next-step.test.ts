import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CASE_STATES } from '#contract/verification/case-states.ts'
import type { StepStanding } from '#contract/verification/standing.ts'
import { caseStanding } from './case-standing.ts'
import { type NextAction, type NextFacts, type NextStepDetails, nextAction, nextStep } from './next-step.ts'

const IDS = [
  'risk_disclosure',
  'user_classification',
  'trader_certification',
  'identity_verification',
] as const
const step = (id: StepStanding['id'], status: StepStanding['status']): StepStanding => ({
  id,
  label: id,
  status,
  href: '/onboarding',
  opensAt: null,
})
const steps = (...statuses: StepStanding['status'][]) =>
  IDS.map((id, index) => step(id, statuses[index] ?? 'completed'))

const DONE: NextFacts = {
  steps: steps(),
  caseState: 'approved',
  canResubmit: true,
  statementEndsSoon: false,
  unpaid: 0,
  emailConfirmed: true,
  waitsForEmail: false,
  emailBounced: false,
  started: null,
}

describe('an account’s next action', () => {
  it.each([
    ['nothing is left', {}, 'nothing'],
    ['items were sent back, whatever else is open', { caseState: 'needs_resubmission', unpaid: 2 }, 'fix'],
    ['the rounds are used up', { caseState: 'needs_resubmission', canResubmit: false }, 'contact_support'],
    ['the details are to be confirmed', { caseState: 'reverification_due', unpaid: 1 }, 'reconfirm'],
    ['the statement ends soon', { statementEndsSoon: true, unpaid: 1 }, 'renew'],
    [
      'a statement ends of someone who needs none',
      { statementEndsSoon: true, steps: [step('risk_disclosure', 'completed')] },
      'nothing',
    ],
    ['an invoice is open', { unpaid: 1, emailConfirmed: false }, 'pay'],
    ['the email is not confirmed', { emailConfirmed: false, caseState: 'submitted' }, 'confirm_email'],
    [
      'the case waits for the email, whatever else is open',
      { waitsForEmail: true, emailConfirmed: false, caseState: 'submitted', unpaid: 1 },
      'confirm_email',
    ],
    ['mail to the confirmed address bounced', { emailBounced: true, caseState: 'submitted' }, 'check_email'],
    ['our team has the case', { caseState: 'submitted' }, 'wait'],
    ['a reviewer has the case', { caseState: 'in_review' }, 'wait'],
    ['a second reviewer has the case', { caseState: 'awaiting_second_approval' }, 'wait'],
    [
      'the case was finally refused, whatever step is open',
      { caseState: 'rejected', steps: steps('completed', 'required', 'required', 'refused') },
      'refused',
    ],
    ['the case was finally refused and an invoice is open', { caseState: 'rejected', unpaid: 1 }, 'pay'],
  ] as const)('when %s', (_name, facts, kind) => {
    expect(nextAction({ ...DONE, ...facts })).toEqual({ kind })
  })

  it('is an application of the other kind that was started, once nothing of the first is asked for', () => {
    const started = { started: 'business' } as const
    const action = nextAction({ ...DONE, ...started })
    expect(nextStep(action, details())).toMatchObject({
      title: 'Continue your company’s application',
      href: '/onboarding/business',
      isQuiet: false,
    })
    expect(nextAction({ ...DONE, ...started, caseState: 'submitted' })).toEqual(action)
    expect(nextAction({ ...DONE, ...started, unpaid: 1 })).toEqual({ kind: 'pay' })
    expect(nextAction({ ...DONE, ...started, steps: steps('required') })).toMatchObject({ kind: 'step' })
  })

  it('is the first step that is still required, in the order of the steps', () => {
    const open = steps('completed', 'required', 'required', 'pending')
    expect(nextAction({ ...DONE, caseState: 'draft', steps: open, unpaid: 1 })).toEqual({
      kind: 'step',
      step: open[1],
    })
  })

  it.each(['withdrawn', 'expired'] as const)(
    'starts an application that is %s again before anything else',
    (state) => {
      const all = steps('required', 'required', 'required', 'required')
      const again = nextAction({ ...DONE, caseState: state, steps: all })
      expect(again).toMatchObject({ kind: 'step', step: { id: 'identity_verification' } })
      expect(nextAction({ ...DONE, caseState: 'draft', steps: all })).toMatchObject({ step: all[0] })
    },
  )

  it('skips a step that can’t be done yet, and names it once nothing else is left', () => {
    const closed = { ...step('trader_certification', 'required'), opensAt: '2026-11-21T10:00:00.000Z' }
    const [risk, type] = steps('completed', 'completed')
    if (!risk || !type) throw new Error('There are four steps')
    const identity = step('identity_verification', 'required')
    expect(nextAction({ ...DONE, caseState: 'draft', steps: [risk, type, closed, identity] })).toEqual({
      kind: 'step',
      step: identity,
    })
    const facts = { ...DONE, caseState: 'submitted', steps: [risk, type, closed] } as const
    expect(nextAction({ ...facts, unpaid: 1 })).toEqual({ kind: 'pay' })
    expect(nextAction(facts)).toEqual({ kind: 'later', step: closed })
    expect(
      nextStep({ kind: 'later', step: closed }, details({ questionsOpen: 'Nov 21, 2026, 10:00 GMT' })),
    ).toMatchObject({
      text: 'Your answers didn’t meet a category twice. You can try again from Nov 21, 2026, 10:00 GMT.',
      href: '/verification',
      isQuiet: true,
    })
  })

  it('is a step exactly if one can still be done and nothing was returned', () => {
    const status = fc.constantFrom<StepStanding['status']>('required', 'pending', 'completed')
    const facts = fc.record({
      steps: fc.array(status, { minLength: 4, maxLength: 4 }).map((all) => steps(...all)),
      caseState: fc.constantFrom(null, ...CASE_STATES),
      canResubmit: fc.boolean(),
      statementEndsSoon: fc.boolean(),
      unpaid: fc.nat(3),
      emailConfirmed: fc.boolean(),
      waitsForEmail: fc.constant(false),
      emailBounced: fc.boolean(),
      started: fc.constantFrom(null, 'consumer' as const, 'business' as const),
    })
    fc.assert(
      fc.property(facts, (given) => {
        const isOpen = given.steps.some(({ status: is }) => is === 'required')
        const isTaken = given.caseState === 'rejected' || given.caseState === 'needs_resubmission'
        expect(nextAction(given).kind === 'step').toBe(isOpen && !isTaken)
      }),
    )
  })
})

const NOW = new Date('2026-11-20T10:00:00Z')
const standing = (kind: 'consumer' | 'business', state: (typeof CASE_STATES)[number]) =>
  caseStanding(
    kind,
    { state, dueAt: new Date('2026-11-21T10:00:00Z'), confirmBy: NOW, round: 1, roundLimit: 5 },
    { now: NOW, dateStyle: 'us' },
    1,
  )
const details = (more: Partial<NextStepDetails> = {}): NextStepDetails => ({
  standing: standing('consumer', 'submitted'),
  toFix: { left: [], hasFixed: false },
  statementEnds: null,
  statementHasEnded: false,
  questionsOpen: null,
  invoice: null,
  email: 'ada@people.example',
  supportEmail: 'help@company.example',
  complaintsEmail: 'complaints@company.example',
  ...more,
})
const say = (
  kind: Exclude<NextAction['kind'], 'step' | 'later' | 'continue'>,
  more?: Partial<NextStepDetails>,
) => nextStep({ kind }, details(more))

describe('the text of the next step', () => {
  it('names the returned items, and links to their journey', () => {
    const company = standing('business', 'needs_resubmission')
    expect(
      say('fix', { standing: company, toFix: { left: ['Settlement', 'Owner'], hasFixed: false } }),
    ).toMatchObject({
      title: 'Fix 2 items',
      text: 'Settlement, Owner. We’ve accepted everything else.',
      href: '/onboarding/business',
    })
    expect(say('fix', { toFix: { left: ['Selfie'], hasFixed: true } })).toMatchObject({
      title: 'Fix 1 item',
      text: 'Selfie. You’ve fixed the rest.',
    })
  })

  it('says that an application was withdrawn', () => {
    const withdrawn = standing('consumer', 'withdrawn')
    const action = { kind: 'step', step: step('identity_verification', 'required') } as const
    expect(nextStep(action, details({ standing: withdrawn }))).toMatchObject({
      title: 'Start again',
      text: expect.stringMatching(/^You withdrew your application\. .*send it again\.$/),
      action: 'Start again',
      href: '/onboarding/consumer',
    })
  })

  it('links to the submission once nothing is left to fix', () => {
    const company = standing('business', 'needs_resubmission')
    expect(say('fix', { standing: company, toFix: { left: [], hasFixed: true } })).toMatchObject({
      title: 'Submit your application again',
      action: 'Send for review',
      href: '/onboarding/business?step=review',
    })
  })

  it('names the invoice that is due first, and says when it is overdue', () => {
    const invoice = {
      id: 'an-invoice',
      title: 'Invoice #VC-1',
      amount: '£1,180.50',
      due: 'Nov 11, 2026',
      isLate: true,
      others: 2,
    }
    expect(say('pay', { invoice })).toMatchObject({
      title: 'Pay Invoice #VC-1',
      text: '£1,180.50, overdue since Nov 11, 2026. 2 more invoices are open.',
      family: 'red',
      href: '/profile?tab=invoices',
      invoiceId: 'an-invoice',
    })
    expect(say('pay', { invoice: { ...invoice, isLate: false, others: 1 } })).toMatchObject({
      text: '£1,180.50, due Nov 11, 2026. One more invoice is open.',
      family: 'blue',
    })
    expect(say('pay', { invoice: { ...invoice, due: null, others: 0 } }).text).toBe('£1,180.50.')
  })

  it('says until when someone waits, and asks for nothing', () => {
    expect(say('wait')).toMatchObject({
      text: expect.stringContaining('We’ll email you by Nov 21, 2026, 10:00 GMT.'),
      isQuiet: true,
    })
  })

  it('says when an expired statement ended', () => {
    const open = step('trader_certification', 'required')
    const ended = details({ statementEnds: 'Nov 1, 2026', statementHasEnded: true })
    expect(nextStep({ kind: 'step', step: open }, ended).text).toContain('ended on Nov 1, 2026')
    expect(nextStep({ kind: 'step', step: open }, details()).text).not.toContain('ended')
  })

  it('links someone who was rejected to where complaints go, as their mail does', () => {
    expect(say('refused', { standing: standing('consumer', 'rejected') }).href).toBe(
      'mailto:complaints@company.example',
    )
  })

  it('links to support if nothing else helps, and to an address that is unconfirmed or where mail bounced', () => {
    expect(say('contact_support').href).toBe('mailto:help@company.example')
    for (const kind of ['confirm_email', 'check_email'] as const)
      expect(say(kind)).toMatchObject({
        text: expect.stringContaining('ada@people.example'),
        href: '/profile?tab=edit',
      })
  })
})
