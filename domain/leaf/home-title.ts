import type { DateStyle } from '#contract/date-style.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { Home } from '#contract/verification/leaf.ts'
import type { CaseStanding, NextStep } from '#contract/verification/standing.ts'
import type { Case } from '#domain/cases/case.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { FINAL_TEXT } from '#domain/cases/decision-reasons.ts'
import type { Removal } from '#domain/cases/removed-people.ts'
import { dayText } from '#domain/date-text.ts'
import type { RetentionPeriods } from '#domain/privacy/retention.ts'
import type { MadeLine } from './leaf-lines.ts'
import { removalText } from './removal-text.ts'

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

type Heading = Pick<Home, 'title' | 'lead'>

/** Returns the sentence that says where someone stands, and the one under it. */
export function homeHeading(facts: HomeFacts): Heading {
  const { current, standing, lines, next } = facts
  const state = current?.state ?? null
  // How to complain is said only once: here, if the panel is about something else.
  if (lines === null)
    return {
      title: FINAL_TEXT.wrong.replace(/\.$/, ''),
      lead: next.kind === 'refused' ? '' : FINAL_TEXT.right,
    }
  if (isWithUs(state)) return waiting(facts)
  if (state === 'needs_resubmission') return sentBack(facts)
  if (state === 'approved' || state === 'reverification_due') return verified(facts)
  if (state === 'withdrawn' || state === 'expired') {
    const [title = '', startAgain] = standing.sentence.split('. ')
    return { title, lead: `${startAgain} We’ve kept what is still valid.` }
  }
  return unsent(facts)
}

/** Appends a person's name to a sentence about them: "You’re verified, Amara". */
function named(words: string, facts: HomeFacts): string {
  const firstName = firstNameOf(facts)
  return firstName ? `${words}, ${firstName}` : words
}

/** Returns the first name for sentences about a person; null for a company, and before they have given it. */
export function firstNameOf({ firstName, kind }: HomeFacts): string | null {
  return kind === 'consumer' ? firstName : null
}

function unsent(facts: HomeFacts): Heading {
  const { kind, lines } = facts
  const all = lines?.length ?? 0
  const ready = lines?.filter(({ line }) => line.state === 'ready').length ?? 0
  if (ready === 0)
    return kind === 'business'
      ? { title: 'Let’s verify your company', lead: 'It takes about 15 minutes. You do it once.' }
      : { title: 'Let’s verify who you are', lead: 'It takes about 10 minutes. You do it once.' }
  const saved = kind === 'business' ? 'Your answers are saved.' : 'Your answers and photos are saved.'
  const lead = `${ready === 1 ? 'One line is' : `${word(ready)} lines are`} ready. ${saved}`
  if (!lines?.some(isAsked)) return { title: named('Everything is ready to send', facts), lead }
  return { title: named(ready * 2 > all ? 'You’re past halfway' : 'You’ve made a start', facts), lead }
}

function waiting({ kind, standing, next, removal }: HomeFacts): Heading {
  if (standing.promise === null)
    return { title: 'Confirm your email so that we can start', lead: standing.sentence }
  const title = removal ? 'We’re checking your company’s changes' : waitingTitle(kind, standing.isSentAgain)
  if (standing.promise.isLate) return { title, lead: 'It’s taking longer than we promised, and we’re sorry.' }
  const did = removal ? `${removalText(removal, { isSent: true })} ` : ''
  return { title, lead: `${did}${leftToDo(next.kind)}` }
}

function waitingTitle(kind: CaseKind, isSentAgain: boolean): string {
  if (isSentAgain)
    return kind === 'business'
      ? 'We’re checking what your company sent again'
      : 'We’re checking what you sent again'
  return kind === 'business' ? 'We’re checking your company’s details' : 'We’re checking your details'
}

function leftToDo(kind: HomeFacts['next']['kind']): string {
  switch (kind) {
    case 'wait':
    case 'later':
      return 'You don’t need to do anything. We’ll email you.'
    case 'step':
      return 'One thing is left for you. We’ll email you once we’ve checked the rest.'
    default:
      return 'You’ve sent us everything. We’ll email you.'
  }
}

function sentBack({ standing, lines, next, removal }: HomeFacts): Heading {
  // After the last round there is nothing left for them to redo.
  if (next.kind === 'contact_support') {
    const [title = '', ...lead] = standing.sentence.split('. ')
    return { title, lead: lead.join('. ') }
  }
  const again = lines?.filter(({ line }) => line.state === 'look_again') ?? []
  const isRestChecked = lines?.every(
    ({ line, subject }) => subject.isOwn || ['checked', 'expiring', 'look_again'].includes(line.state),
  )
  const [first] = again
  if (!first)
    return {
      title: 'Everything is ready to send again',
      lead: removal ? removalText(removal, { isSent: false }) : 'You’ve fixed everything we asked for.',
    }
  if (again.length > 1)
    return {
      title: `${word(again.length)} items need another look`,
      lead: isRestChecked ? 'Everything else is fine. You only redo these items.' : standing.sentence,
    }
  // Another kind of ID may need a side that was never given.
  if (first.line.given === null && first.line.key === 'id-back')
    return { title: first.subject.task.title, lead: first.line.detail }
  return {
    title: `${first.subject.isPerson ? first.line.label : `Your ${first.subject.noun}`} ${
      /(details|people|owners|representatives)$/.test(first.subject.noun) ? 'need' : 'needs'
    } another look`,
    lead: isRestChecked ? 'Everything else is fine. You only redo this one item.' : standing.sentence,
  }
}

function verified(facts: HomeFacts): Heading {
  const { kind, company, decidedAt, dateStyle, standing, lines } = facts
  const title =
    kind === 'business' ? `${company ?? 'Your company'} is verified` : named('You’re verified', facts)
  const since = decidedAt ? `Since ${dayText(decidedAt, dateStyle)}.` : standing.sentence
  const soon = lines?.filter(({ line }) => line.state === 'expiring').length ?? 0
  const past = lines?.filter(({ line }) => line.state === 'look_again').length ?? 0
  const more =
    past > 0
      ? ` ${word(past)} ${past === 1 ? 'line has' : 'lines have'} run out.`
      : soon > 0
        ? ` ${word(soon)} ${soon === 1 ? 'line runs' : 'lines run'} out soon.`
        : ''
  return { title, lead: `${since}${more}` }
}

/** Whether a line must still be given before submission; a certification can follow later. */
export function isAsked({
  line,
  subject,
}: {
  line: { state: string }
  subject: { key: string; isOptional: boolean }
}): boolean {
  return line.state === 'to_do' && !subject.isOptional && subject.key !== 'certification'
}

function word(count: number): string {
  return NUMBERS[count] ?? String(count)
}

/** What the home page of a person we verify is made from. */
export interface HomeFacts {
  kind: CaseKind
  caseId: number | null
  current: Pick<Case, 'state' | 'submittedAt' | 'dueAt' | 'round'> | null
  /** When an answer or a file that has not been submitted yet was last stored. */
  savedAt: Date | null
  /** Whether an account type was chosen, so that there is a case or a draft. */
  isStarted: boolean
  /** Null once the case is rejected. */
  lines: readonly MadeLine[] | null
  standing: CaseStanding
  next: NextStep
  firstName: string | null
  company: string | null
  decidedAt: Date | null
  /** The names of who was removed from a returned company, and of who is decided again; null if no one was. */
  removal: Removal<string> | null
  /** When its applicant was first shown an approval of the case. */
  approvalShownAt: Date | null
  retention: RetentionPeriods
  supportEmail: string
  now: Date
  dateStyle: DateStyle
}
