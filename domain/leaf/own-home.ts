import { type CaseKind, PROMISED_HOURS } from '#contract/verification/cases.ts'
import type { Home, HomePanel, Leaf, LeafLine, LeafState } from '#contract/verification/leaf.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { FINAL_TEXT } from '#domain/cases/decision-reasons.ts'
import { dayText, momentText, timeText } from '#domain/date-text.ts'
import type { HomeFacts } from './home-facts.ts'
import { firstNameOf, homeHeading, isAsked } from './home-title.ts'
import { isWithUs } from './leaf-state.ts'
import { leafSummary } from './leaf-summary.ts'

const HOUR = 3_600_000

const TO_HAVE_READY: Readonly<Record<CaseKind, string[]>> = {
  consumer: [
    'Your passport, driving licence or residence permit',
    'A bill or bank letter from the last 3 months',
    'A device with a camera',
  ],
  business: [
    'Your company’s name, number and address as they appear at Companies House',
    'Its tax number and LEI, if it has them',
    'Everyone who owns 25% or more',
    'Who acts for the company',
  ],
}

/** The page of someone who is verified: where they stand, their leaf, and the one thing to do next. */
export function ownHome(facts: HomeFacts): Home {
  return {
    ...homeHeading(facts),
    firstName: firstNameOf(facts),
    company: facts.kind === 'business' ? facts.company : null,
    leaf: leafOf(facts),
    isFirstSight: isFirstSight(facts),
    panel: homePanel(facts),
    notes: notesOf(facts),
    meanwhile: meanwhileOf(facts),
    canStart: facts.lines !== null && !isSent(facts),
  }
}

/** A later approval of the same case is shown as the first one was. */
function isFirstSight({ current, decidedAt, approvalShownAt }: HomeFacts): boolean {
  if (current?.state !== 'approved') return false
  return approvalShownAt === null || (decidedAt !== null && approvalShownAt < decidedAt)
}

function leafOf({ kind, caseId, current, lines, retention }: HomeFacts): Leaf | null {
  if (!lines) return null
  const isSent = current !== null && !['draft', 'withdrawn', 'expired'].includes(current.state)
  const made = lines.map(({ line }) => line)
  return {
    kind,
    reference: caseId === null ? null : caseReference(caseId),
    lines: made,
    count: leafCount(made, isSent),
    summary: leafSummary(made),
    storedFor: storedFor(current, retention),
  }
}

function storedFor(
  current: HomeFacts['current'],
  { customerYears, applicantMonths }: HomeFacts['retention'],
): string {
  if (!current || current.round === 0)
    return 'Only you can see this until you send it. It goes when you delete your account.'
  const years = `for ${customerYears} years after you stop being`
  return current.state === 'approved' || current.state === 'reverification_due'
    ? `We store this ${years} a customer, as the law requires.`
    : `If you become a customer, we store this ${years} one, as the law requires; otherwise for ${applicantMonths} months.`
}

function homePanel(facts: HomeFacts): HomePanel {
  const { current, standing, next, lines } = facts
  const state = current?.state ?? null
  if (isWithUs(state) && standing.promise) return waitingPanel(facts)
  if (next.kind === 'fix') return fixPanel(facts)
  if (next.kind === 'step' && !isSent(facts) && lines) return stepPanel(facts)
  return {
    eyebrow: null,
    ...nextText(facts),
    quotes: [],
    button: next.kind === 'wait' ? null : { action: next.action, href: next.href },
    clock: null,
    isPayment: next.kind === 'pay',
  }
}

/** What the panel says of the next step, where the rest of the page doesn’t say it already. */
function nextText({ next, standing, lines }: HomeFacts): Pick<HomePanel, 'title' | 'text'> {
  const { title, text } = next
  const ending = lines?.find(({ line, subject }) => line.state === 'expiring' && !subject.isOwn)
  switch (next.kind) {
    case 'refused':
      return { title: 'What you can do', text: FINAL_TEXT.right }
    case 'reconfirm':
      return { title, text: `Check that they’re still correct. ${standing.promise?.text ?? ''}`.trim() }
    case 'nothing':
      if (ending)
        return { title: 'Nothing to do yet', text: 'When your ID runs out, we’ll ask you for the new one.' }
      return { title, text }
    default:
      return { title, text }
  }
}

function notesOf(facts: HomeFacts): Home['notes'] {
  const { kind, current, lines } = facts
  if (current?.state === 'needs_resubmission')
    return [
      {
        title: 'What happens then',
        texts: [`We check it within ${PROMISED_HOURS} hours of you sending it.`],
      },
    ]
  if (isSent(facts)) return []
  const pace = {
    title: 'How long it takes us',
    texts: [`We check within ${PROMISED_HOURS} hours of you sending it, and email you.`],
  }
  const isNew = lines?.every(({ line }) => line.state === 'to_do')
  return isNew ? [{ title: 'Have these ready', texts: TO_HAVE_READY[kind] }, pace] : [pace]
}

/** What can be done while the panel says by when we answer. */
function meanwhileOf({ current, standing, next }: HomeFacts): Home['meanwhile'] {
  if (!isWithUs(current?.state ?? null) || !standing.promise) return null
  // Invoices have their own place on the page.
  if (['wait', 'nothing', 'refused', 'later', 'pay'].includes(next.kind)) return null
  const { title, text, action, href } = next
  return { title, text, action, href }
}

function waitingPanel({ current, standing, now, dateStyle }: HomeFacts): HomePanel {
  const due = new Date(standing.promise?.at ?? now)
  const sent = current?.submittedAt ?? now
  const from = due.getTime() - PROMISED_HOURS * HOUR
  const left = due.getTime() - now.getTime()
  const hours = Math.ceil(left / HOUR)
  return {
    eyebrow: standing.promise?.isLate ? 'We promised an answer by' : 'We’ll tell you by',
    title: momentText(due, dateStyle),
    text: standing.promise?.isLate
      ? 'We’re sorry that it’s late. We’ll email you as soon as we’ve decided.'
      : `That is ${PROMISED_HOURS} hours after you sent it. Most people hear sooner.`,
    quotes: [],
    button: null,
    clock: {
      passed: Math.min(1, Math.max(0, (now.getTime() - from) / (PROMISED_HOURS * HOUR))),
      sent: `Sent ${dayText(sent, dateStyle)}, ${timeText(sent)}`,
      left: left <= 0 ? 'Late' : hours === 1 ? 'Less than an hour left' : `${hours} hours left`,
    },
    isPayment: false,
  }
}

function fixPanel({ next, lines }: HomeFacts): HomePanel {
  const again = lines?.filter(({ line }) => line.state === 'look_again') ?? []
  const [first] = again
  if (!first)
    return {
      eyebrow: 'Next · 1 minute',
      title: next.title,
      text: next.text,
      quotes: [],
      button: { action: next.action, href: next.href },
      clock: null,
      isPayment: false,
    }
  const quotes = again.map(({ line }) => ({
    label: line.label,
    text: line.reasons.map(({ wrong, remedy }) => `${wrong} ${remedy}`).join(' '),
  }))
  const isOne = again.length === 1
  return {
    eyebrow: isOne ? `Next · ${first.subject.task.time}` : 'Next',
    title: isOne ? first.subject.task.again : next.title,
    text: isOne ? '' : next.text,
    quotes: quotes.filter(({ text }) => text !== ''),
    button: {
      action: isOne ? first.subject.task.again : next.action,
      href: isOne ? first.subject.href : next.href,
    },
    clock: null,
    isPayment: false,
  }
}

/** The first line that is still to do, before anything is sent. */
function stepPanel({ kind, isStarted, lines }: HomeFacts): HomePanel {
  const open = lines?.find(isAsked)
  if (!open)
    return {
      eyebrow: 'Next · 1 minute',
      title: 'Check and send',
      text: 'Everything is here. Read it through once, then send it to us.',
      quotes: [],
      button: { action: 'Check and send', href: `${correctionPath(kind)}?step=review` },
      clock: null,
      isPayment: false,
    }
  const { task, href } = open.subject
  const isNew = lines?.every(({ line }) => line.state === 'to_do')
  // Someone who has started nothing chooses first whether they or their company is verified.
  const start = isStarted ? href : '/onboarding'
  return {
    eyebrow: isNew ? `Step 1 of ${lines?.length} · ${task.time}` : `Next · ${task.time}`,
    title: task.title,
    text: task.text,
    quotes: [],
    button: { action: isNew ? 'Start' : 'Continue', href: start },
    clock: null,
    isPayment: false,
  }
}

function isSent({ current }: HomeFacts): boolean {
  return current !== null && !['draft', 'withdrawn', 'expired'].includes(current.state)
}

/**
 * How far a leaf is, as a figure with the words after it: what is with us while anything is, else what is ready before it
 * was sent, else what is checked. What runs out soon is checked.
 */
export function leafCount(lines: readonly Pick<LeafLine, 'state'>[], isSent: boolean): Leaf['count'] {
  const count = (...states: LeafState[]) => lines.filter(({ state }) => states.includes(state)).length
  const withUs = count('with_us')
  if (withUs > 0) return { figure: withUs, words: 'with us' }
  const total = lines.length
  if (!isSent && count('ready') > 0) return { figure: count('ready'), words: `of ${total} ready` }
  return { figure: count('checked', 'expiring'), words: `of ${total} checked` }
}
