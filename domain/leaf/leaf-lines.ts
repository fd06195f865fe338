import type { DateStyle } from '#contract/date-style.ts'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import type { LeafLine, LeafState } from '#contract/verification/leaf.ts'
import { LEAF_LINES_MAX } from '#contract/verification/leaf-limits.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import { applicantItems } from '#domain/cases/case-view.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { isExpiredOn } from '#domain/cases/document-requirements.ts'
import { dayText } from '#domain/date-text.ts'
import { daysBetween, londonDate } from '#domain/plain-date.ts'
import { type LeafReader, type LineFacts, leafState, lineBadge } from './leaf-state.ts'
import type { LeafSubject } from './own-subjects.ts'

/** The case that a leaf shows. */
export interface LeafCase {
  state: CaseState
  items: readonly CaseItem[]
  /** What was returned and has been given again since. */
  fixed: readonly string[]
  /** What was accepted and is decided again once the case is submitted, because another owner or representative was removed. */
  decidedAgain: readonly string[]
  /** Whether the returned items can be submitted again; after the last round only staff can reopen the case. */
  canResubmit: boolean
}

/** The time, place and reader the lines are made for. */
export interface LeafAt {
  now: Date
  dateStyle: DateStyle
  reader: LeafReader
  /** A reviewer's first name; null if none may be shown. */
  firstNameOf: (reviewer: number) => string | null
}

/** A line with the subject it was made from. */
export interface MadeLine {
  subject: LeafSubject
  line: LeafLine
}

/** States by how much they require, the most first: a line for several people shows the first that applies. */
const URGENCY: readonly LeafState[] = [
  'rejected',
  'look_again',
  'to_do',
  'ready',
  'with_us',
  'expiring',
  'approved',
  'given',
  'checked',
]

/**
 * Returns the lines of a leaf, one per thing that the case needs, in the given order. A rejected case has none for its
 * applicant. Any people of a company beyond what a leaf holds share its last line of people.
 */
export function leafLines(
  subjects: readonly LeafSubject[],
  current: LeafCase | null,
  at: LeafAt,
): MadeLine[] | null {
  if (current?.state === 'rejected' && at.reader === 'applicant') return null
  return grouped(subjects.map((subject) => ({ subject, line: lineOf(subject, current, at) })))
}

function lineOf(subject: LeafSubject, current: LeafCase | null, at: LeafAt): LeafLine {
  const item = current?.items.find(({ key }) => key === subject.key)
  const facts: LineFacts = {
    isGiven: subject.given !== null,
    isOwn: subject.isOwn,
    end: endOf(subject, at.now),
    item,
    isFixed: !subject.isUnready && (current?.fixed.includes(subject.key) ?? false),
    isDecidedAgain: current?.decidedAgain.includes(subject.key) ?? false,
  }
  const state = leafState(facts, current?.state ?? null, at.reader)
  const checked = state === 'checked' || state === 'expiring' ? checkedText(item, at) : null
  const reasons = state === 'look_again' && current ? reasonsOf(subject, current) : []
  return {
    key: subject.key,
    label: subject.label,
    state,
    badge: lineBadge({ key: subject.key, state }, subject.isOptional),
    detail: detailOf(subject, state, { checked, reasons }),
    given: subject.isLeftBlank ? null : subject.given,
    leftBlank: subject.isLeftBlank && state !== 'to_do' && state !== 'look_again' ? subject.given : null,
    checked,
    reasons,
    change: changeOf(subject, state, current, item),
  }
}

function endOf({ end, given }: LeafSubject, now: Date): LineFacts['end'] {
  if (!end || given === null) return end && isExpiredOn(end.on, londonDate(now)) ? 'past' : 'open'
  const today = londonDate(now)
  if (isExpiredOn(end.on, today)) return 'past'
  return daysBetween(today, end.on) <= end.soonDays ? 'soon' : 'open'
}

/** Returns "By Marta on 23 Nov 2026" for a line that a person checked. */
function checkedText(item: CaseItem | undefined, { dateStyle, firstNameOf }: LeafAt): string | null {
  if (!item?.checked) return null
  const day = dayText(new Date(item.checked.at), dateStyle)
  const name = firstNameOf(item.checked.by)
  return name ? `By ${name} on ${day}` : `By our team on ${day}`
}

function reasonsOf({ key }: LeafSubject, current: LeafCase): LeafLine['reasons'] {
  const item = applicantItems(current).find((item) => item.key === key)
  return item?.reasons.map(({ wrong, right }) => ({ wrong, remedy: right })) ?? []
}

function detailOf(
  { hint, given, isTelling, end }: LeafSubject,
  state: LeafState,
  { checked, reasons }: Pick<LeafLine, 'checked' | 'reasons'>,
): string {
  switch (state) {
    case 'to_do':
      return hint
    case 'look_again':
      return reasons[0]?.wrong ?? end?.past ?? hint
    case 'expiring':
      return end?.soon ?? given ?? hint
    case 'checked':
      return (isTelling ? given : (checked ?? given)) ?? hint
    case 'ready':
    case 'with_us':
    case 'given':
    case 'approved':
    case 'rejected':
      return given ?? hint
    default:
      return state satisfies never
  }
}

/** Returns what can be changed about a line now, and where. */
function changeOf(
  { key, href, isOwn, task }: LeafSubject,
  state: LeafState,
  current: LeafCase | null,
  item: CaseItem | undefined,
): LeafLine['change'] {
  const standing = current?.state ?? null
  if (standing === 'withdrawn' || standing === 'expired')
    return { text: 'You can change this once you start again.', action: null, href: null }
  if (standing === 'needs_resubmission' && !current?.canResubmit && !isOwn)
    return { text: 'Contact support and we’ll sort this out with you.', action: null, href: null }
  if (standing === 'reverification_due' && !isOwn && !item?.isFinal)
    return {
      ...CONFIRMING,
      text: state === 'to_do' ? task.text : 'You can change this until you confirm your details.',
    }
  if (state === 'to_do') return { text: task.text, action: task.title, href }
  if (!isOwn && item?.isFinal && (state === 'look_again' || state === 'expiring'))
    return endingOf(state, current)
  if (state === 'look_again') return { text: task.text, action: task.again, href }
  if (isOwn) return { text: 'You can look at this again at any time.', action: 'Open', href }
  if (state === 'ready' && current?.decidedAgain.includes(key))
    return { text: 'We’ll look at this again once you send it.', action: null, href: null }
  if (state === 'ready') return { text: 'You can change this until you send it.', action: 'Change', href }
  if (isWithUs(standing) && !item?.isFinal)
    return standing === 'submitted' && item && isDocumentSlot(item.key)
      ? {
          text: 'Sent. You can replace it until a reviewer starts to check it.',
          action: 'Open your documents',
          href: '/profile?tab=documents',
        }
      : { text: 'Sent. You can’t change it while we check it.', action: null, href: null }
  return {
    text: `${state === 'approved' ? 'Approved' : 'Checked'} details can’t be changed here. If something has changed, contact support.`,
    action: null,
    href: null,
  }
}

/**
 * Returns what to do about a checked document that expires soon or has expired: we ask for the new one with the yearly
 * confirmation.
 */
function endingOf(state: 'look_again' | 'expiring', current: LeafCase | null): LeafLine['change'] {
  if (state === 'expiring')
    return {
      text: 'It still counts. When it runs out, we’ll ask you for the new one.',
      action: null,
      href: null,
    }
  if (current?.state !== 'reverification_due')
    return { text: 'We’ll ask you for the new one.', action: null, href: null }
  return CONFIRMING
}

const CONFIRMING = {
  text: 'Upload the new one and confirm that nothing else has changed, both on one page.',
  action: 'Confirm your details',
  href: '/verification/confirm',
} satisfies LeafLine['change']

/** Merges the last people of a company into one line if there are more lines than a leaf holds. */
function grouped(lines: readonly MadeLine[]): MadeLine[] {
  const over = lines.length - LEAF_LINES_MAX
  if (over <= 0) return [...lines]
  const people = lines.filter(({ subject }) => subject.isPerson)
  const rest = people.slice(-(over + 1))
  const first = rest[0]
  if (!first || rest.length < 2) return [...lines]
  const most =
    [...rest].sort((a, b) => URGENCY.indexOf(a.line.state) - URGENCY.indexOf(b.line.state))[0] ?? first
  const label = `${rest.length} more people`
  const names = rest.map(({ subject }) => subject.label).join(', ')
  const group: MadeLine = {
    subject: { ...most.subject, key: 'more-people', label, noun: label },
    line: {
      ...most.line,
      key: 'more-people',
      label,
      detail: names,
      given: names,
      checked: null,
    },
  }
  return lines.flatMap((line) => (line === first ? [group] : rest.includes(line) ? [] : [line]))
}
