import { createHash } from 'node:crypto'
import { nameLookup, numberKey } from '#domain/screening/screening-keys.ts'
import { type FoundMatch, matchEntry, prepareSubject } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ForceList } from './sanctions-lists.ts'

/** A match, and what exactly was compared. */
export interface Found extends FoundMatch {
  subjectKey: string
  subjectHash: string
  entry: ListedEntry
  entryHash: string
  list: ForceList
}

/** Finds whom a subject may be in some lists: the entries of its keys, each compared. */
export async function searchLists(
  tx: Db,
  subject: ScreeningSubject,
  lists: readonly ForceList[],
): Promise<Found[]> {
  const { keys, words, enough, enoughWords } = nameLookup(subject.name, subject.kind === 'person')
  const number = subject.companyNumber ? [numberKey(subject.companyNumber)] : []
  // The same condition as `isCandidate`, where the entries are.
  const { rows } = await tx.$client.query<{ list_id: string; data: ListedEntry; hash: string }>(
    `select list_id, data, hash from sanctions_entries e
     where keys && $1 and list_id = any($2) and (keys && $3 or (
       select count(*) >= $4 and sum(w.weight) >= $5
       from jsonb_to_recordset($6::jsonb) as w (keys text[], weight float8) where e.keys && w.keys))`,
    [[...keys, ...number], lists.map(({ id }) => id), number, enoughWords, enough, JSON.stringify(words)],
  )
  const prepared = prepareSubject(subject)
  const { key, label: _, ...compared } = subject
  const subjectHash = createHash('sha256').update(JSON.stringify(compared)).digest('hex')
  return rows.flatMap(({ list_id, data, hash }) => {
    const list = lists.find(({ id }) => id === Number(list_id))
    const match = list && matchEntry(prepared, data)
    return match ? [{ ...match, subjectKey: key, subjectHash, entry: data, entryHash: hash, list }] : []
  })
}
