import { createHash } from 'node:crypto'
import type { FoundMatch, LowestScore } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import { type BetweenLookUps, candidatesIn } from './list-indexes.ts'
import { lookUpThread } from './look-up-thread.ts'
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

/** An entry that a subject may be. */
interface Candidate {
  list: ForceList
  stored: RowOf<typeof selectEntriesByRef>
}

/**
 * Finds each subject's matches in some lists, down to a score. A separate thread searches the index of their names
 * and compares: comparing one subject with entries of many names takes several milliseconds.
 */
export async function searchLists(
  tx: Db,
  subjects: readonly ScreeningSubject[],
  lists: readonly ForceList[],
  from: LowestScore,
  between?: BetweenLookUps,
): Promise<Found[][]> {
  const refs = await candidatesIn(tx, subjects, lists, from, between)
  const candidates = await readCandidates(tx, lists, refs)
  const found: Found[][] = []
  for (const [place, subject] of subjects.entries())
    found.push(await compare(subject, candidates[place] ?? [], from))
  return found
}

/** Reads the entries of each subject's candidates, all by one statement. */
async function readCandidates(
  tx: Db,
  lists: readonly ForceList[],
  refs: readonly string[][][],
): Promise<Candidate[][]> {
  const asked = lists.flatMap(({ id }, place) =>
    Array.from(new Set(refs.flatMap((ofLists) => ofLists[place] ?? [])), (ref) => ({ id, ref })),
  )
  if (asked.length === 0) return refs.map(() => [])
  const { rows } = await selectEntriesByRef(tx, [asked.map(({ id }) => id), asked.map(({ ref }) => ref)])
  const entries = new Map(rows.map((row) => [`${row.list_id} ${row.ref}`, row]))
  return refs.map((ofLists) =>
    lists.flatMap((list, place) =>
      (ofLists[place] ?? []).flatMap((ref) => {
        const stored = entries.get(`${list.id} ${ref}`)
        return stored ? [{ list, stored }] : []
      }),
    ),
  )
}

async function compare(
  subject: ScreeningSubject,
  candidates: readonly Candidate[],
  from: LowestScore,
): Promise<Found[]> {
  if (candidates.length === 0) return []
  const entries = candidates.map(({ stored }) => stored.data)
  const answer = await lookUpThread().ask({ kind: 'compare', subject, entries, from })
  if (answer.kind !== 'compared') throw new Error('A comparison answers with its matches')
  const { key, label: _, ...compared } = subject
  const subjectHash = createHash('sha256').update(JSON.stringify(compared)).digest('hex')
  return candidates.flatMap(({ list, stored }, place) => {
    const match = answer.matches[place]
    if (!match) return []
    const entry: ListedEntry = JSON.parse(stored.data)
    return { ...match, subjectKey: key, subjectHash, entry, entryHash: stored.hash, list }
  })
}
