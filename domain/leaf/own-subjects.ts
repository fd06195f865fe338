import { USER_TYPE_CARDS, type UserType } from '#contract/account/user-types.ts'
import { STATEMENT_REMINDER_DAYS } from '#contract/certifications/investor-rules.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { addDays, londonDate, type PlainDate } from '#domain/plain-date.ts'

/** What a person accepted, chose and signed, which no reviewer decides on. */
export interface OwnFacts {
  riskReadAt: Date | null
  purpose: UserType | null
  /** When it was chosen; null if only the draft has it. */
  chosenAt: Date | null
  /** The certification of a trader or investor in force, or the last one; `endsAt` null: never ends. */
  certification: { signedAt: Date; endsAt: Date | null; isInForce: boolean } | null
  /** When the investor questions open again, as text; null while they are open. */
  questionsOpen: string | null
  /** Whether someone else has to act first, so that there is time for it. */
  isWaiting: boolean
}

/** Returns the first line of every journey. */
export function riskSubject({ riskReadAt }: OwnFacts, href: string, dateStyle: DateStyle): LeafSubject {
  return {
    key: 'risk-warning',
    label: 'Risk disclosure',
    noun: 'risk disclosure',
    hint: 'Read it before you start',
    given: riskReadAt && `Accepted on ${dayText(riskReadAt, dateStyle)}`,
    isTelling: true,
    isOwn: true,
    end: null,
    href: riskReadAt ? '/risk-disclosure' : href,
    task: {
      title: 'Read the risk disclosure',
      again: 'Read the risk disclosure',
      text: 'We have to show you this before anything else. You can stop at any time.',
      time: '3 minutes',
    },
    isPerson: false,
    isOptional: false,
  }
}

/**
 * Returns the last lines: what someone wants to do, and their certification if that requires one or is not known yet.
 */
export function closingSubjects(facts: OwnFacts, href: string, dateStyle: DateStyle): LeafSubject[] {
  const { purpose, chosenAt } = facts
  const card = USER_TYPE_CARDS.find(({ id }) => id === purpose)
  const chosen: LeafSubject = {
    key: 'purpose',
    label: 'What you want to do',
    noun: 'choice of what you want to do',
    hint: 'Trade, invest, sell or retire credits',
    given: card ? `${card.title}${chosenAt ? `, chosen on ${dayText(chosenAt, dateStyle)}` : ''}` : null,
    isTelling: true,
    isOwn: true,
    end: null,
    href,
    task: {
      title: 'Say what you want to do',
      again: 'Say what you want to do',
      text: 'It decides what else we have to ask you.',
      time: '1 minute',
    },
    isPerson: false,
    isOptional: false,
  }
  return purpose === null || needsSelfCertification(purpose)
    ? [chosen, certification(facts, dateStyle)]
    : [chosen]
}

function certification(
  { purpose, certification: held, questionsOpen, isWaiting }: OwnFacts,
  dateStyle: DateStyle,
): LeafSubject {
  const ends = held?.endsAt ? dayText(held.endsAt, dateStyle) : null
  const hint = isWaiting ? 'You can do this while we check' : 'You can do this at any time'
  return {
    key: 'certification',
    label: 'Certification',
    noun: 'certification',
    hint:
      purpose === null
        ? 'Only if you trade or invest'
        : questionsOpen
          ? `Open again from ${questionsOpen}`
          : hint,
    given: held?.isInForce
      ? `Signed on ${dayText(held.signedAt, dateStyle)}${ends ? `, ends on ${ends}` : ''}`
      : null,
    isTelling: true,
    isOwn: true,
    end: held?.endsAt
      ? {
          // The statement no longer counts on the day it ends.
          on: addDays(londonDate(held.endsAt), -1),
          soonDays: STATEMENT_REMINDER_DAYS[0] - 1,
          soon: `Your statement ends on ${ends}`,
          past: `Your statement ended on ${ends}`,
        }
      : null,
    href: '/trader-certification',
    task: {
      title: 'Certify yourself',
      again: 'Renew your statement',
      text: 'It shows why we may offer you high-risk investments.',
      time: '5 minutes',
    },
    isPerson: false,
    isOptional: false,
  }
}

/** One thing that a case needs and what was given for it, from which a line of the leaf is made. */
export interface LeafSubject {
  /** An item's key, or another name if no reviewer decides on it. */
  key: string
  label: string
  /** The label within a sentence: "Your {noun} needs another look". */
  noun: string
  /** What is asked for, while nothing has been given. */
  hint: string
  /** What is stored, as text; null if nothing that counts is. */
  given: string | null
  /** Whether it was left empty, as it may be: the text then says so. */
  isLeftBlank?: boolean
  /** Whether what is stored can't be sent as it is. */
  isUnready?: boolean
  /** Whether the given text is more useful under the name than who checked it, such as a date or an expiry. */
  isTelling: boolean
  isOwn: boolean
  /** The last day on which it counts, and the texts about it. */
  end: { on: PlainDate; soonDays: number; soon: string; past: string } | null
  /** Where to give or change it while the case is with its applicant. */
  href: string
  /** The texts of its button while it is to do, or has to be redone, and how long that takes. */
  task: { title: string; again: string; text: string; time: string }
  /** A person of a company, one of possibly many. */
  isPerson: boolean
  /** Whether it may stay empty for good. */
  isOptional: boolean
}
