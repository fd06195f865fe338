import { SIGNAL_TITLES } from '#contract/documents/signal-names.ts'
import { OUTCOME_LABELS } from '#contract/review/decision-outcomes.ts'
import { formatDate } from '#web/lib/dates.ts'
import type { DecisionListFilters } from './decision-filters.ts'

type Filters = DecisionListFilters & { days: string }

/** "Decided today", "Sent back on Mar 2, 2026", "Expiry: items decided". */
export function decisionsTitle({ days, outcome, signal }: Filters, today: string): string {
  if (signal) return `${SIGNAL_TITLES[signal]}: items decided`
  return `${outcome ? OUTCOME_LABELS[outcome] : 'Decided'} ${daysText(days, today)}`
}

/** What a signal said about the items listed; null for a list of decisions. */
export function decisionsText({ days, signal, version, look, refused }: Filters): string | null {
  if (!signal) return null
  const said = look ? `it said “${look === 'agrees' ? 'Agrees' : 'Look closer'}”` : 'it said something'
  const rule = version ? `, by version ${version} of its rule` : ''
  const decided = refused ? ' and that were requested again or rejected' : ''
  return `Items for which ${said}${rule}${decided}, decided ${daysText(days)}.`
}

function daysText(days: string, today?: string): string {
  const [from = '', to = ''] = days.split('..')
  if (from === to) return from === today ? 'today' : `on ${formatDate(from)}`
  return `from ${formatDate(from)} to ${formatDate(to)}`
}
