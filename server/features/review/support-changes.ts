import { CHANGE_LABELS } from '#contract/directory/support.ts'
import type { SupportChange } from '#contract/review/admin-cases.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { changedText, groundsText } from '#domain/support/detail-change.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { type ConfirmedChange, changeTask, confirmedChanges } from '#server/model/people/stored-changes.ts'
import type { EventRow } from '#server/model/schema/events.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Rounds } from './submitted-rounds.ts'

/** A change by support, with the names of who made it. */
export interface NamedChange extends Omit<ConfirmedChange, 'proposedBy' | 'confirmedBy'> {
  proposedBy: string
  confirmedBy: string
}

/** What support changed of a person's details. A company's answers are changed by their owner alone. */
export async function supportChanges(db: Db, { userId, current }: StoredCase): Promise<NamedChange[]> {
  if (current.kind !== 'consumer') return []
  const changes = await confirmedChanges(db, userId)
  const ids = changes.flatMap(({ proposedBy, confirmedBy }) => [proposedBy, confirmedBy])
  const names = await namesOf(db, [...new Set(ids)])
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  return changes.map((change) => ({
    ...change,
    proposedBy: nameOf(change.proposedBy),
    confirmedBy: nameOf(change.confirmedBy),
  }))
}

/** The changes of an item since the round it is compared with was submitted, or since this one if it is the first. */
export function changesOfItem(
  changes: readonly NamedChange[],
  item: ItemKey,
  { now, before }: Rounds,
): SupportChange[] {
  const since = (before ?? now)?.submittedAt
  return changes
    .filter(({ field, at }) => field === item && (since === undefined || at >= since))
    .map(({ id: _id, field: _field, at, ...change }) => ({ ...change, at: at.toISOString() }))
}

/** How the history tells a confirmed change: the ledger has neither its values nor its evidence. */
export function changeTold(
  changes: readonly NamedChange[],
  { type, subject, note }: Pick<EventRow, 'type' | 'subject' | 'note'>,
): { title: string; note: string } | undefined {
  if (type !== 'user.change_confirmed') return undefined
  const change = changes.find(({ id }) => subject === changeTask(id))
  return (
    change && {
      title: `${CHANGE_LABELS[change.field]} changed ${changedText(change)}`,
      note: [groundsText(change), note].filter(Boolean).join('\n'),
    }
  )
}
