import { PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { Home, HomePanel, Leaf, LeafLine, LeafState } from '#contract/verification/leaf.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { FINAL_TEXT } from '#domain/cases/decision-reasons.ts'
import { dayText, momentText, timeText } from '#domain/date-text.ts'
import { londonDate, londonTime } from '#domain/plain-date.ts'
import { hasEnded, START_AGAIN } from '#domain/standing/next-step.ts'
import { firstNameOf, type HomeFacts, homeHeading, isAsked } from './home-title.ts'
import { isUnsent } from './leaf-state.ts'
import { leafSummary } from './leaf-summary.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

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

/** Returns the home page of a person we verify: where they stand, their leaf, and the next thing to do. */
export function ownHome(facts: HomeFacts): Omit<Home, 'erasureDueAt'> {
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

/** Whether an approval has not been shown yet; a later approval of the same case is celebrated like the first. */
function isFirstSight({ current, decidedAt, approvalShownAt }: HomeFacts): boolean {
  if (current?.state !== 'approved') return false
  return approvalShownAt === null || (decidedAt !== null && approvalShownAt < decidedAt)
}

function leafOf(facts: HomeFacts): Leaf | null {
  const { kind, caseId, current, lines, retention } = facts
  if (!lines) return null
  const made = lines.map(({ line }) => ({ ...line, mistakeHref: mistakeHref(facts, [line]) }))
  const counted = lines.map(({ line: { state }, subject: { isOwn } }) => ({ state, isOwn }))
  return {
    kind,
    reference: caseId === null ? null : caseReference(caseId),
    saved: savedText(facts),
    lines: made,
    count: leafCount(counted, isSent(facts)),
    summary: leafSummary(made),
    storedFor: storedFor(current, retention),
  }
}

/** Returns what is said of an application that isn't with us; null if it is, or was decided. */
function savedText(facts: HomeFacts): string | null {
  const { current, standing, savedAt, now, dateStyle } = facts
  if (isSent(facts)) return null
  if (hasEnded(current?.state ?? null)) return standing.application.label
  if (!savedAt) return current?.round ? 'Not sent again yet' : 'Nothing sent yet'
  if (londonDate(savedAt) !== londonDate(now)) return `Saved on ${dayText(savedAt, dateStyle)}`
  const { hour, minute } = londonTime(savedAt)
  return `Saved at ${hour}:${minute}`
}

/** Returns a link for an email to support that names the case and its returned lines; null if none were returned. */
function mistakeHref({ caseId, supportEmail }: HomeFacts, lines: readonly LeafLine[]): string | null {
  const again = lines.filter(({ state, reasons }) => state === 'look_again' && reasons.length > 0)
  if (again.length === 0 || caseId === null) return null
  const subject = `${caseReference(caseId)}: ${again.map(({ label }) => label).join(', ')}`
  const told = again.map(({ label, reasons }) => `${label}: ${reasons.map(({ wrong }) => wrong).join(' ')}`)
  const body = ['I think this is a mistake.', '', ...told, '', 'Why I think it is right:', ''].join('\r\n')
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
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
  if (hasEnded(state)) return startAgainPanel(facts)
  if (next.kind === 'step' && lines) return isSent(facts) ? ownPanel(facts) : stepPanel(facts)
  return panel({
    ...nextText(facts),
    button: next.kind === 'wait' ? null : { action: next.action, href: next.href },
    invoiceId: next.invoiceId ?? null,
  })
}

/** Returns a panel with only the given parts. */
function panel(parts: Pick<HomePanel, 'title' | 'text'> & Partial<HomePanel>): HomePanel {
  return { eyebrow: null, quotes: [], button: null, mistake: null, clock: null, invoiceId: null, ...parts }
}

function startAgainPanel({ kind }: HomeFacts): HomePanel {
  const { title, text, action } = START_AGAIN
  return panel({ title, text, button: { action, href: correctionPath(kind), startsAgain: kind } })
}

/**
 * Returns the panel for what a person can still do themselves while or after a case is checked: the first line that no
 * reviewer decides on.
 */
function ownPanel({ lines, next }: HomeFacts): HomePanel {
  const own = ownTask(lines)
  if (!own)
    return panel({ title: next.title, text: next.text, button: { action: next.action, href: next.href } })
  const { action, text, time, href } = own
  return panel({ eyebrow: `Next · ${time}`, title: action, text, button: { action, href } })
}

function ownTask(lines: HomeFacts['lines']) {
  const open = lines?.find(
    ({ line, subject }) => subject.isOwn && (line.state === 'to_do' || line.state === 'look_again'),
  )
  if (!open) return null
  const { href, task } = open.subject
  return {
    action: open.line.state === 'to_do' ? task.title : task.again,
    text: task.text,
    time: task.time,
    href,
  }
}

/** What the owner of an approved case reads about an ID that has expired. */
export const ID_HAS_RUN_OUT = 'Your ID has run out. We’ll ask you for the new one.'

/** Returns what the panel says about the next step, unless the rest of the page already says it. */
function nextText({ next, standing, lines }: HomeFacts): Pick<HomePanel, 'title' | 'text'> {
  const { title, text } = next
  const ending = lines?.find(
    ({ line, subject }) => (line.state === 'expiring' || line.state === 'look_again') && !subject.isOwn,
  )
  switch (next.kind) {
    case 'refused':
      return { title: 'What you can do', text: FINAL_TEXT.right }
    case 'reconfirm': {
      const what =
        ending?.line.state === 'look_again'
          ? 'Your ID document has expired. Have the new one to hand.'
          : 'Check that they’re still correct.'
      return { title, text: `${what} ${standing.promise?.text ?? ''}`.trim() }
    }
    case 'nothing':
      if (ending)
        return {
          title: 'Nothing to do yet',
          text:
            ending.line.state === 'expiring'
              ? 'When your ID runs out, we’ll ask you for the new one.'
              : ID_HAS_RUN_OUT,
        }
      return { title, text }
    default:
      return { title, text }
  }
}

function notesOf(facts: HomeFacts): Home['notes'] {
  const { kind, current, isStarted, lines, next } = facts
  if (next.kind === 'contact_support' || hasEnded(current?.state ?? null)) return []
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
  if (lines?.every(({ line }) => line.state === 'to_do'))
    return [
      { title: 'Have these ready', texts: TO_HAVE_READY[kind] },
      ...(isStarted ? [] : [FOR_A_COMPANY]),
      pace,
    ]
  const left = lines?.filter(isAsked).map(({ line }) => line.label) ?? []
  return left.length > 0 ? [{ title: 'Still to do', texts: [`${left.join(' · ')}`] }, pace] : [pace]
}

/** The page shows a person's lines to anyone who hasn't chosen yet. */
const FOR_A_COMPANY = {
  title: 'Here for a company?',
  texts: [
    'Start here, too, and choose Business Account. We then ask for the company’s details, its owners and who acts for it, which takes about 15 minutes.',
  ],
}

/** Returns what can be done while the panel says when we will answer. */
function meanwhileOf({ current, standing, next, lines }: HomeFacts): Home['meanwhile'] {
  if (!isWithUs(current?.state ?? null) || !standing.promise) return null
  // Invoices have their own place on the page.
  if (['wait', 'nothing', 'refused', 'later', 'pay'].includes(next.kind)) return null
  const own = next.kind === 'step' ? ownTask(lines) : null
  if (own)
    return {
      title: lowered(own.action),
      text: `${own.text} ${own.time}.`,
      action: own.action,
      href: own.href,
    }
  const { title, text, action, href } = next
  return { title: lowered(title), text, action, href }
}

/** Returns a title in lower case, for the end of a sentence: "While you wait: certify yourself". */
function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}

function waitingPanel({ current, standing, now, dateStyle }: HomeFacts): HomePanel {
  const due = new Date(standing.promise?.at ?? now)
  const sent = current?.submittedAt ?? now
  const from = due.getTime() - PROMISED_HOURS * HOUR
  // A visitor's submission waits for their account; our time starts with that.
  const isLater = from - sent.getTime() >= MINUTE
  const left = due.getTime() - now.getTime()
  const hours = Math.ceil(left / HOUR)
  return {
    eyebrow: standing.promise?.isLate ? 'We promised an answer by' : 'We’ll tell you by',
    title: momentText(due, dateStyle),
    text: standing.promise?.isLate
      ? 'We’ll email you as soon as we’ve decided.'
      : `That is ${PROMISED_HOURS} hours after ${isLater ? 'it reached our team' : standing.isSentAgain ? 'you sent it again' : 'you sent it'}.`,
    quotes: [],
    button: null,
    mistake: null,
    clock: {
      passed: Math.min(1, Math.max(0, (now.getTime() - from) / (PROMISED_HOURS * HOUR))),
      sent: isLater
        ? `With us since ${momentText(new Date(from), dateStyle)}`
        : `Sent ${dayText(sent, dateStyle)}, ${timeText(sent)}`,
      left: left <= 0 ? 'Late' : hours === 1 ? 'Less than an hour left' : `${hours} hours left`,
    },
    invoiceId: null,
  }
}

function fixPanel(facts: HomeFacts): HomePanel {
  const { next, lines } = facts
  const again = lines?.filter(({ line }) => line.state === 'look_again') ?? []
  const [first] = again
  if (!first)
    return panel({
      eyebrow: 'Next · 1 minute',
      title: next.title,
      text: 'Send it to our team to finish.',
      button: { action: next.action, href: next.href },
    })
  const mistake = mistakeHref(
    facts,
    again.map(({ line }) => line),
  )
  const quotes = again.map(({ line }) => ({
    label: line.label,
    text: line.reasons.map(({ wrong, remedy }) => `${wrong} ${remedy}`).join(' '),
  }))
  const isOne = again.length === 1
  return panel({
    eyebrow: isOne ? `Next · ${first.subject.task.time}` : 'Next',
    title: isOne ? first.subject.task.again : next.title,
    text: isOne ? '' : next.text,
    quotes: quotes.filter(({ text }) => text !== ''),
    button: {
      action: isOne ? first.subject.task.again : next.action,
      href: isOne ? first.subject.href : next.href,
    },
    mistake: mistake === null ? null : { action: 'I think this is a mistake', href: mistake },
  })
}

/** Returns the panel for the first line to do before submission. */
function stepPanel({ kind, isStarted, lines }: HomeFacts): HomePanel {
  const open = lines?.find(isAsked)
  if (!open)
    return panel({
      eyebrow: 'Next · 1 minute',
      title: 'Check and send',
      text: 'Everything is here. Read it through once, then send it to us.',
      button: { action: 'Check and send', href: `${correctionPath(kind)}?step=review` },
    })
  const { task, href } = open.subject
  const isNew = lines?.every(({ line }) => line.state === 'to_do')
  // Anyone who has started nothing first chooses whether they or their company is verified.
  const start = isStarted ? href : '/onboarding'
  return panel({
    eyebrow: isNew ? `Step 1 of ${lines?.length} · ${task.time}` : `Next · ${task.time}`,
    title: task.title,
    text: task.text,
    button: { action: isNew ? 'Start' : 'Continue', href: start },
  })
}

function isSent({ current }: HomeFacts): boolean {
  return current !== null && !isUnsent(current.state)
}

/**
 * Returns a leaf's progress, as a figure and the text after it: what is ready, before submission; then what is with us,
 * if anything is, or what is checked, of the lines that we check, and how many no one has to. What expires soon counts
 * as checked.
 */
export function leafCount(
  lines: readonly { state: LeafState; isOwn: boolean }[],
  isSent: boolean,
): Leaf['count'] {
  const count = (of: typeof lines, ...states: LeafState[]) =>
    of.filter(({ state }) => states.includes(state)).length
  if (!isSent) return { figure: count(lines, 'ready'), words: `of ${lines.length} ready` }
  const withUs = count(lines, 'with_us')
  if (withUs > 0) return { figure: withUs, words: 'with us' }
  const ours = lines.filter(({ isOwn }) => !isOwn)
  const others = count(lines, 'given')
  return {
    figure: count(ours, 'checked', 'expiring'),
    words: `of ${ours.length} checked${others > 0 ? `, ${others} ${others === 1 ? 'needs' : 'need'} no check` : ''}`,
  }
}
