import { describe, expect, it } from 'vitest'
import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import type { NextStep } from '#contract/verification/standing.ts'
import { caseStanding } from '#domain/standing/case-standing.ts'
import type { HomeFacts } from './home-title.ts'
import type { MadeLine } from './leaf-lines.ts'
import { LEAF_BADGES } from './leaf-state.ts'
import { ownHome } from './own-home.ts'

const NOW = new Date('2026-11-23T05:41:00Z')
const SENT = new Date('2026-11-22T14:41:00Z')
const DUE = new Date('2026-11-24T14:41:00Z')

const made = (key: string, state: LeafState, noun = key): MadeLine => ({
  subject: {
    key,
    label: key,
    noun,
    hint: '',
    given: null,
    isTelling: false,
    isOwn: key === 'certification',
    end: null,
    href: `/onboarding/consumer?step=${key}`,
    task: { title: `Give ${key}`, again: `Give a new ${key}`, text: 'As it is.', time: '1 minute' },
    isPerson: false,
    isOptional: false,
  },
  line: {
    key,
    label: key,
    state,
    badge: LEAF_BADGES[state],
    detail: '',
    given: null,
    leftBlank: null,
    checked: null,
    reasons: state === 'look_again' ? [{ wrong: 'It is blurred.', remedy: 'Hold still.' }] : [],
    change: { text: '', action: null, href: null },
  },
})
const lines = (...states: LeafState[]) => states.map((state, index) => made(`line${index}`, state))

const INVOICE = 'an-invoice'

const step = (kind: NextStep['kind']): NextStep => ({
  kind,
  title: `Title of ${kind}`,
  text: 'Text.',
  action: 'Act',
  href: '/somewhere',
  family: 'yellow',
  icon: 'clock',
  isQuiet: false,
  ...(kind === 'pay' && { invoiceId: INVOICE }),
})

function home(
  state: CaseState | null,
  made: MadeLine[] | null,
  next: NextStep['kind'],
  { kind = 'consumer' as CaseKind, ...more }: Partial<HomeFacts> = {},
) {
  const current = state && {
    state,
    submittedAt: SENT,
    dueAt: DUE,
    confirmBy: DUE,
    round: state === 'draft' ? 0 : 1,
    roundLimit: 5,
  }
  const at = { now: more.now ?? NOW, dateStyle: 'uk' } as const
  return ownHome({
    kind,
    caseId: 10482,
    current,
    savedAt: null,
    isStarted: state !== null,
    lines: made,
    standing: caseStanding(
      kind,
      more.current ? { ...more.current, confirmBy: DUE, roundLimit: 5 } : current,
      at,
      1,
    ),
    next: step(next),
    firstName: 'Amara',
    company: kind === 'business' ? 'Fern Hill Limited' : null,
    decidedAt: new Date('2026-11-23T09:00:00Z'),
    removal: null,
    approvalShownAt: null,
    retention: { customerYears: 5, applicantMonths: 12 },
    supportEmail: 'help@verdaccord.example',
    ...at,
    ...more,
  })
}

const five: LeafState[] = ['to_do', 'to_do', 'to_do', 'to_do', 'to_do']

describe('the home page’s sentence', () => {
  it.each<[CaseKind, string]>([
    ['consumer', 'We’re checking what you sent again'],
    ['business', 'We’re checking what your company sent again'],
  ])('shows what is checked in a %s’s later round, and since when in its panel', (kind, title) => {
    const again = { state: 'in_review', submittedAt: SENT, dueAt: DUE, round: 2 } as const
    const { title: shown, panel } = home('in_review', lines('with_us', 'checked'), 'wait', {
      kind,
      current: again,
    })
    expect(shown).toBe(title)
    expect(panel.text).toContain('48 hours after you sent it again')
  })

  it.each<[string, CaseState | null, LeafState[], NextStep['kind'], string, string]>([
    ['new', null, five, 'step', 'Let’s verify who you are', 'It takes about 10 minutes. You do it once.'],
    [
      'a start',
      'draft',
      ['ready', 'to_do', 'to_do', 'to_do', 'to_do'],
      'step',
      'You’ve made a start, Amara',
      'One line is ready. Your answers and photos are saved.',
    ],
    [
      'the middle',
      'draft',
      ['ready', 'ready', 'ready', 'to_do', 'to_do'],
      'step',
      'You’re past halfway, Amara',
      'Three lines are ready. Your answers and photos are saved.',
    ],
    [
      'waiting',
      'in_review',
      ['with_us', 'with_us', 'with_us', 'with_us', 'checked'],
      'wait',
      'We’re checking your details',
      'You don’t need to do anything. We’ll email you.',
    ],
    [
      'waiting with an invoice',
      'in_review',
      ['with_us', 'with_us', 'with_us', 'with_us', 'checked'],
      'pay',
      'We’re checking your details',
      'You’ve sent us everything. We’ll email you.',
    ],
    [
      'waiting with a certification to sign',
      'in_review',
      ['with_us', 'with_us', 'with_us', 'with_us', 'to_do'],
      'step',
      'We’re checking your details',
      'One thing is left for you. We’ll email you once we’ve checked the rest.',
    ],
    [
      'to be confirmed',
      'reverification_due',
      ['checked', 'checked', 'checked', 'checked', 'look_again'],
      'reconfirm',
      'You’re verified, Amara',
      'Since 23 Nov 2026. One line has run out.',
    ],
    [
      'back',
      'needs_resubmission',
      ['checked', 'checked', 'checked', 'look_again', 'checked'],
      'fix',
      'Your line3 needs another look',
      'Everything else is fine. You only redo this one item.',
    ],
    [
      'back with two',
      'needs_resubmission',
      ['checked', 'look_again', 'checked', 'look_again', 'checked'],
      'fix',
      'Two items need another look',
      'Everything else is fine. You only redo these items.',
    ],
    [
      'fixed',
      'needs_resubmission',
      ['checked', 'ready', 'checked', 'checked', 'checked'],
      'fix',
      'Everything is ready to send again',
      'You’ve fixed everything we asked for.',
    ],
    [
      'approved',
      'approved',
      ['checked', 'checked', 'checked', 'checked', 'expiring'],
      'renew',
      'You’re verified, Amara',
      'Since 23 Nov 2026. One line runs out soon.',
    ],
    [
      'withdrawn',
      'withdrawn',
      ['ready', 'ready', 'ready', 'ready', 'to_do'],
      'step',
      'You withdrew your application',
      'You can start again. We’ve kept what is still valid.',
    ],
  ])('shows someone %s their position', (_, state, states, next, title, lead) => {
    expect(home(state, lines(...states), next)).toMatchObject({ title, lead })
  })

  it('is neutral to someone who was rejected, without a leaf', () => {
    const page = home('rejected', null, 'refused')
    expect(page.leaf).toBeNull()
    expect(page.canStart).toBe(false)
    expect(page.title).toBe('We can’t approve your application')
    // How to complain is said only once.
    expect(page.lead).toBe('')
    expect(page.panel).toMatchObject({
      title: 'What you can do',
      text: 'If you think this is wrong, you can complain and ask us to look at your application again.',
    })
  })

  it('links to support after the last round, without offering another attempt', () => {
    const last = {
      state: 'needs_resubmission',
      dueAt: null,
      confirmBy: null,
      round: 5,
      roundLimit: 5,
    } as const
    const page = home('needs_resubmission', lines('look_again', 'checked'), 'contact_support', {
      standing: caseStanding('consumer', last, { now: NOW, dateStyle: 'uk' }, 1),
    })
    expect(page).toMatchObject({
      title: 'Some items in your application still need attention',
      lead: 'Contact support and we’ll sort it out with you.',
      notes: [],
    })
  })

  it('says how to complain to someone rejected who owes something', () => {
    const page = home('rejected', null, 'pay')
    expect([page.lead, page.panel.invoiceId]).toEqual([
      'If you think this is wrong, you can complain and ask us to look at your application again.',
      INVOICE,
    ])
  })

  it('says that the company’s application was withdrawn', () => {
    const page = home('withdrawn', lines(...five), 'step', { kind: 'business' })
    expect(page).toMatchObject({
      title: 'You withdrew your company’s application',
      panel: { button: { action: 'Start again', href: '/onboarding/business' } },
      notes: [],
    })
  })

  it('calls a company by its name', () => {
    expect(home('approved', lines(...five), 'nothing', { kind: 'business' }).title).toBe(
      'Fern Hill Limited is verified',
    )
  })
})

it('says what a removal means, before and after it is sent, and calls nothing checked that is decided again', () => {
  const removal = { removed: ['Dan Shaw'], decidedAgain: ['Ada Fern', 'Cay Hill'] }
  const before = home('needs_resubmission', lines('checked', 'ready', 'ready', 'checked', 'checked'), 'fix', {
    kind: 'business',
    removal,
  })
  expect(before).toMatchObject({
    title: 'Everything is ready to send again',
    lead: 'You removed Dan Shaw. We’ll look at Ada Fern and Cay Hill again.',
    leaf: { count: { figure: 3, words: 'of 5 checked' } },
  })
  const again = { state: 'in_review', submittedAt: SENT, dueAt: DUE, round: 2 } as const
  const after = home('in_review', lines('checked', 'with_us', 'with_us'), 'wait', {
    kind: 'business',
    current: again,
    removal,
  })
  expect(after).toMatchObject({
    title: 'We’re checking your company’s changes',
    lead: 'You removed Dan Shaw. We’re looking at Ada Fern and Cay Hill again. You don’t need to do anything. We’ll email you.',
  })
})

it.each<[CaseState, string]>([
  ['draft', 'Only you can see this until you send it. It goes when you delete your account.'],
  [
    'submitted',
    'If you become a customer, we store this for 5 years after you stop being one, as the law requires; otherwise for 12 months.',
  ],
  ['approved', 'We store this for 5 years after you stop being a customer, as the law requires.'],
])('what is given is stored while %s as the retention periods say', (state, text) => {
  expect(home(state, lines(...five), 'wait').leaf?.storedFor).toBe(text)
})

it.each<[string, Date | null, CaseState, string | null]>([
  ['nothing', null, 'draft', 'Nothing sent yet'],
  ['this morning', new Date('2026-11-23T01:05:00Z'), 'draft', 'Saved at 01:05'],
  ['before', new Date('2026-11-22T14:32:00Z'), 'draft', 'Saved on 22 Nov 2026'],
  ['before it was sent', new Date('2026-11-22T14:32:00Z'), 'submitted', null],
  ['before it was withdrawn', null, 'withdrawn', 'Pending Submission'],
  ['before it expired', null, 'expired', 'Pending Submission'],
])('shows next to a leaf when answers were stored: %s', (_, savedAt, state, text) => {
  expect(home(state, lines(...five), 'wait', { savedAt }).leaf?.saved).toBe(text)
})

it('does not call an application that was started again unsent', () => {
  const current = { state: 'draft', submittedAt: SENT, dueAt: null, round: 1 } as const
  expect(home('draft', lines(...five), 'step', { current }).leaf?.saved).toBe('Not sent again yet')
})

describe('what was sent back by mistake', () => {
  const states: LeafState[] = ['checked', 'look_again', 'checked', 'look_again', 'checked']
  const page = home('needs_resubmission', lines(...states), 'fix')

  it('can be reported in an email to support that names the case and the lines', () => {
    const href = new URL(page.panel.mistake?.href ?? '')
    expect(href.href).toMatch(/^mailto:help@verdaccord\.example\?/)
    expect(href.searchParams.get('subject')).toBe('VC-10482: line1, line3')
    expect(href.searchParams.get('body')).toContain('line3: It is blurred.')
  })

  it('can be reported for one line from there, without the others', () => {
    const [, second, third] = page.leaf?.lines ?? []
    expect(new URL(second?.mistakeHref ?? '').searchParams.get('subject')).toBe('VC-10482: line1')
    expect(third?.mistakeHref).toBeNull()
    expect(home('approved', lines('look_again'), 'reconfirm').panel.mistake).toBeNull()
  })
})

describe('the home page’s panel', () => {
  it('names the first line to do, and first asks newcomers which account they want', () => {
    expect(home(null, lines(...five), 'step').panel).toMatchObject({
      eyebrow: 'Step 1 of 5 · 1 minute',
      title: 'Give line0',
      button: { action: 'Start', href: '/onboarding' },
    })
    expect(home('draft', lines('ready', 'to_do', 'to_do', 'to_do', 'to_do'), 'step').panel).toMatchObject({
      eyebrow: 'Next · 1 minute',
      button: { action: 'Continue', href: '/onboarding/consumer?step=line1' },
    })
  })

  it('offers to submit once everything is there; a certification can follow', () => {
    const ready = [...lines('ready', 'ready', 'ready', 'ready'), made('certification', 'to_do')]
    expect(home('draft', ready, 'step').panel.button).toEqual({
      action: 'Check and send',
      href: '/onboarding/consumer?step=review',
    })
  })

  it('says by when we answer, how much of that time has passed, and asks for nothing', () => {
    const page = home('submitted', lines(...five), 'step')
    expect(page.panel).toMatchObject({
      eyebrow: 'We’ll tell you by',
      title: '24 Nov 2026, 14:41 GMT',
      button: null,
      clock: { passed: 0.3125, sent: 'Sent 22 Nov 2026, 14:41 GMT', left: '33 hours left' },
    })
    // What is left to do is shown next to it.
    expect(page.meanwhile?.title).toBe('title of step')
  })

  it('counts from when a visitor’s application reached us, if that was after it was submitted', () => {
    const current = {
      state: 'submitted' as const,
      submittedAt: new Date('2026-11-13T09:00:00Z'),
      dueAt: DUE,
      confirmBy: null,
      round: 1,
      roundLimit: 5,
    }
    expect(home('submitted', lines(...five), 'wait', { current }).panel).toMatchObject({
      text: 'That is 48 hours after it reached our team.',
      clock: { passed: 0.3125, sent: 'With us since 22 Nov 2026, 14:41 GMT' },
    })
  })

  it('offers the certification at its line, while we check and afterwards', () => {
    const withUs = [...lines('with_us', 'with_us', 'with_us', 'with_us'), made('certification', 'to_do')]
    const task = { action: 'Give certification', href: '/onboarding/consumer?step=certification' }
    expect(home('submitted', withUs, 'step').meanwhile).toMatchObject({
      title: 'give certification',
      text: 'As it is. 1 minute.',
      ...task,
    })
    expect(home('approved', withUs, 'step').panel).toMatchObject({ eyebrow: 'Next · 1 minute', button: task })
  })

  it('says that we need a new document if one has expired', () => {
    const past = lines('checked', 'checked', 'look_again', 'checked', 'checked')
    expect(home('approved', past, 'nothing').panel).toMatchObject({
      title: 'Nothing to do yet',
      text: 'Your ID has run out. We’ll ask you for the new one.',
    })
  })

  it('lists what is still to do once something is ready', () => {
    const left = home('draft', lines('ready', 'to_do', 'ready', 'to_do', 'to_do'), 'step')
    expect(left.notes[0]).toEqual({ title: 'Still to do', texts: ['line1 · line3 · line4'] })
  })

  it('tells those who haven’t started how a company starts, and no one else', () => {
    const titles = (state: CaseState | null) =>
      home(state, lines(...five), 'step').notes.map(({ title }) => title)
    expect(titles(null)).toEqual(['Have these ready', 'Here for a company?', 'How long it takes us'])
    expect(titles('draft')).toEqual(['Have these ready', 'How long it takes us'])
  })

  it('admits that it is late', () => {
    const late = home('submitted', lines(...five), 'wait', { now: new Date('2026-11-25T00:00:00Z') })
    expect(late.panel).toMatchObject({
      eyebrow: 'We promised an answer by',
      clock: { passed: 1, left: 'Late' },
    })
    expect(late.meanwhile).toBeNull()
  })

  it('quotes the reviewer, and links to the line', () => {
    const states: LeafState[] = ['checked', 'checked', 'checked', 'checked', 'look_again']
    expect(home('needs_resubmission', lines(...states), 'fix').panel).toMatchObject({
      title: 'Give a new line4',
      quotes: [{ label: 'line4', text: 'It is blurred. Hold still.' }],
      button: { action: 'Give a new line4', href: '/onboarding/consumer?step=line4' },
    })
  })

  it('names an invoice once: by itself, or among those due while it says by when we answer', () => {
    const waiting = home('submitted', lines(...five), 'pay')
    expect([waiting.meanwhile, waiting.panel.invoiceId]).toEqual([null, null])
    expect(home('approved', lines(...five), 'pay').panel.invoiceId).toBe(INVOICE)
  })

  it('says once that details are to be confirmed, and by when', () => {
    expect(home('reverification_due', lines(...five), 'reconfirm').panel.text).toBe(
      'Check that they’re still correct. Please do this by 24 Nov 2026.',
    )
  })

  it('says that confirming takes a new ID if the old one has expired', () => {
    const states: LeafState[] = ['checked', 'checked', 'look_again', 'checked', 'checked']
    expect(home('reverification_due', lines(...states), 'reconfirm').panel.text).toBe(
      'Your ID document has expired. Have the new one to hand. Please do this by 24 Nov 2026.',
    )
  })

  it('calls nothing complete while an ID is about to expire', () => {
    const states: LeafState[] = ['checked', 'checked', 'expiring', 'checked', 'checked']
    expect(home('approved', lines(...states), 'nothing').panel).toMatchObject({
      title: 'Nothing to do yet',
      text: 'When your ID runs out, we’ll ask you for the new one.',
    })
  })

  it('leaves the rest to the account’s next step', () => {
    expect(home('approved', lines(...five), 'pay').panel).toMatchObject({
      title: 'Title of pay',
      button: { action: 'Act', href: '/somewhere' },
    })
    expect(home('submitted', lines(...five), 'wait', { now: NOW }).panel.button).toBeNull()
  })
})
