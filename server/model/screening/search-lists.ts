import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import {
  type FoundMatch,
  type LowestScore,
  matchEntry,
  type PreparedSubject,
  prepareSubject,
} from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import { type BetweenLookUps, candidatesIn } from './list-indexes.ts'
import type { ForceList } from './sanctions-lists.ts'
import { selectEntriesByRef } from './screening.sql.ts'

/** A match, and what exactly was compared. */
export interface Found extends FoundMatch {
  subjectKey: string
  subjectHash: string
  entry: ListedEntry
  entryHash: string
  list: ForceList
}

/**
 * Finds whom each of some subjects may be in some lists, down to a score: the entries that an index of their names gives,
 * each compared.
 * The index is looked into by a thread of its own; between two subjects whom it found, others who wait for this one have a
 * turn.
 */
export async function searchLists(
  tx: Db,
  subjects: readonly ScreeningSubject[],
  lists: readonly ForceList[],
  from: LowestScore,
  between?: BetweenLookUps,
): Promise<Found[][]> {
  const candidates = await candidatesIn(tx, subjects, lists, from, between)
  const asked: { subject: number; list: ForceList; refs: string[] }[] = []
  for (const [subject, ofLists] of candidates.entries())
    for (const [place, list] of lists.entries()) {
      const refs = ofLists[place] ?? []
      if (refs.length > 0) asked.push({ subject, list, refs })
    }
  const entries = new Map<ForceList, Map<string, StoredEntry>>()
  for (const list of new Set(asked.map((lookup) => lookup.list)))
    entries.set(
      list,
      await entriesOf(
        tx,
        list,
        asked.filter((lookup) => lookup.list === list).flatMap(({ refs }) => refs),
      ),
    )
  const found: Found[][] = subjects.map(() => [])
  for (const { subject, list, refs } of asked) {
    const prepared = prepareSubject(subjects[subject] as ScreeningSubject)
    for (const ref of refs) {
      const entry = entries.get(list)?.get(ref)
      const match = entry && compared(prepared, entry, list, from)
      if (match) found[subject]?.push(match)
    }
    await others()
  }
  return found
}

type StoredEntry = RowOf<typeof selectEntriesByRef>

async function entriesOf(tx: Db, list: ForceList, refs: string[]): Promise<Map<string, StoredEntry>> {
  const { rows } = await selectEntriesByRef(tx, [list.id, [...new Set(refs)]])
  return new Map(rows.map((row) => [row.ref, row]))
}

function compared(
  prepared: PreparedSubject,
  { data, hash }: StoredEntry,
  list: ForceList,
  from: LowestScore,
): Found | undefined {
  const match = matchEntry(prepared, data, from)
  if (!match) return undefined
  const { key, label: _, ...of } = prepared.subject
  const subjectHash = createHash('sha256').update(JSON.stringify(of)).digest('hex')
  return { ...match, subjectKey: key, subjectHash, entry: data, entryHash: hash, list }
}
