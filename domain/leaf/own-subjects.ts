import { USER_TYPE_CARDS, type UserType } from '#contract/account/user-types.ts'
import { STATEMENT_REMINDER_DAYS } from '#contract/certifications/investor-rules.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { addDays, londonDate, type PlainDate } from '#domain/plain-date.ts'

/** What someone accepted, chose and signed themselves, which no reviewer decides on. */
export interface OwnFacts {
  riskReadAt: Date | null
  purpose: UserType | null
  /** The certification of a trader or investor in force, or the one that counted last; `endsAt` null: never. */
  certification: { endsAt: Date | null; isInForce: boolean } | null
  /** From when the investor questions can be answered again, in words; null while they can. */
  questionsOpen: string | null
  /** Whether someone else has to do something first, so that there is time for it. */
  isWaiting: boolean
}

/** The line that comes first in every journey. */
export function riskSubject({ riskReadAt }: OwnFacts, href: string, dateStyle: DateStyle): LeafSubject {
  return {
    key: 'risk-warning',
    label: 'Risk disclosure',
    noun: 'risk disclosure',
    hint: 'Read it before you start',
    given: riskReadAt && `Read on ${dayText(riskReadAt, dateStyle)}`,
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

/** The lines that come last: what someone wants to do, and their certification where that asks for one or is not known yet. */
export function closingSubjects(facts: OwnFacts, href: string, dateStyle: DateStyle): LeafSubject[] {
  const { purpose } = facts
  const card = USER_TYPE_CARDS.find(({ id }) => id === purpose)
  const chosen: LeafSubject = {
    key: 'purpose',
    label: 'What you want to do',
    noun: 'choice of what you want to do',
    hint: 'Trade, invest, sell or retire credits',
    given: card?.title ?? null,
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
    given: held?.isInForce ? (ends ? `Your statement ends on ${ends}` : 'You’ve certified yourself') : null,
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

/** One thing that a case needs, and what was given for it: what a line of the leaf is made from. */
export interface LeafSubject {
  /** The key of an item, or a name of its own where no reviewer decides on it. */
  key: string
  label: string
  /** How the label reads within a sentence: "Your {noun} needs another look". */
  noun: string
  /** What is asked for, while nothing is given. */
  hint: string
  /** What is stored, in words; null where nothing is that counts. */
  given: string | null
  /** Whether what is given says more under the name than who looked at it: a date, an expiry. */
  isTelling: boolean
  isOwn: boolean
  /** The last day on which it counts, and what is said of it. */
  end: { on: PlainDate; soonDays: number; soon: string; past: string } | null
  /** Where it is given or changed while the case is with its applicant. */
  href: string
  /** What its button says while it is to do, or has to be done again, and how long that takes. */
  task: { title: string; again: string; text: string; time: string }
  /** A person of a company, of whom there may be many. */
  isPerson: boolean
  /** Nothing waits for it: it may stay out for good. */
  isOptional: boolean
}
