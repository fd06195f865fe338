import { listName } from '#contract/screening/list-name.ts'
import type {
  ComparedFact,
  ComparedWord,
  ListedKind,
  ListStamp,
  MatchReason,
  MatchState,
  NameQuality,
} from '#contract/screening/sanctions.ts'
import type { ScreeningMatch } from '#contract/screening/screening.ts'
import { listedDateText } from '#domain/screening/screening-dates.ts'
import { dateStyle, formatDate } from '#web/lib/dates.ts'
import { NEEDS_SECOND_PERSON } from './screening-outcomes.ts'

/** How a word was matched, for the reviewer. */
export function fitText({ fit, likeness }: ComparedWord): string {
  switch (fit) {
    case 'same':
      return 'The same'
    case 'spelling':
      return `Spelt alike, ${percent(likeness)}`
    case 'sound':
      return 'Sounds alike'
    case 'consonants':
      return 'The same consonants'
    case 'variant':
      return 'Another form'
    case 'initial':
      return 'Initial'
    case 'only_given':
      return 'Only given'
    case 'only_listed':
      return 'Only listed'
    default:
      return fit satisfies never
  }
}

export const FACT_LABELS: Readonly<Record<ComparedFact['fact'], string>> = {
  birth_date: 'Date of birth',
  country: 'Country',
  company_number: 'Company number',
}

/** A fact's value on one side, with dates formatted as on other pages; null if that side has none. */
export function factValue({ fact }: ComparedFact, value: string | null): string | null {
  return value !== null && fact === 'birth_date' ? listedDateText(value, dateStyle()) : value
}

/** A fact's effect on the score, for the reviewer. */
export function factText({ result, points }: ComparedFact): string {
  const change = points === 0 ? '' : `, ${points > 0 ? '+' : '−'}${Math.round(Math.abs(points) * 100)} points`
  switch (result) {
    case 'agrees':
      return `Agrees${change}`
    case 'close':
      return `Close${change}`
    case 'differs':
      return `Differs${change}`
    case 'unknown':
      return 'Not compared'
    default:
      return result satisfies never
  }
}

export const QUALITY_LABELS: Readonly<Record<NameQuality, string>> = {
  primary: 'Main name',
  variation: 'Other spelling',
  alias: 'Alias',
  weak_alias: 'Weak alias',
}

/** A match's state in words: a proposed decision needs a second person. */
export function stateLabel({ state, proposal }: Pick<ScreeningMatch, 'state' | 'proposal'>): string {
  return proposal ? NEEDS_SECOND_PERSON : STATE_LABELS[state]
}

export const STATE_LABELS: Readonly<Record<MatchState, string>> = {
  open: 'Needs a decision',
  false: 'Someone else',
  true: 'On the list',
}

/** What is compared before a match is decided, by the kind of entry. */
export const MATCH_REASONS: Readonly<Record<ListedKind, readonly MatchReason[]>> = {
  person: ['names', 'birth_date', 'country', 'address', 'document', 'other'],
  entity: ['names', 'company_number', 'country', 'address', 'other'],
  ship: ['names', 'company_number', 'country', 'other'],
}

const REASON_LABELS: Readonly<Record<MatchReason, string>> = {
  names: 'Names',
  ...FACT_LABELS,
  address: 'Address',
  document: 'Identity document',
  other: 'Something else',
}

/** What was compared in a match, with the screening's own finding if it compared the same. */
export function reasonText(reason: MatchReason, facts: readonly ComparedFact[]): string {
  const label = REASON_LABELS[reason]
  if (reason === 'other') return `${label} (write it)`
  switch (facts.find(({ fact }) => fact === reason)?.result) {
    case 'agrees':
      return `${label} agrees`
    case 'close':
      return `${label} is close`
    case 'differs':
      return `${label} differs`
    default:
      return label
  }
}

/** What someone says they compared, in one line. */
export function reasonsText(reasons: readonly MatchReason[]): string {
  return reasons
    .map((reason, index) => (index ? REASON_LABELS[reason].toLowerCase() : REASON_LABELS[reason]))
    .join(', ')
}

/** Formats a score from 0 to 1 as a percentage. */
export function percent(score: number): string {
  return `${Math.round(score * 100)}%`
}

/** The list's name, date and checksum in one line. */
export function listText({ source, publishedOn, sha256 }: ListStamp): string {
  const of = publishedOn ? ` of ${formatDate(publishedOn)}` : ''
  return `${listName(source)}${of}, SHA-256 ${sha256.slice(0, 12)}`
}
