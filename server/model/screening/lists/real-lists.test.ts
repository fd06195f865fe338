import { describe, expect, test } from 'vitest'
import { ListIndex, ListIndexBuilder } from '#domain/screening/list-index.ts'
import { matchEntry, POSSIBLE_FROM, prepareSubject, SEEN_FROM } from '#domain/screening/screening-match.ts'
import { listFile, readGzippedList } from '#server/testing/real-lists.ts'

// Real lists are not part of the project: if they are absent, these tests are skipped and the report says so.
const LISTS = ['uk-sanctions-list-2026-08-22.csv.gz', 'un-consolidated-2026-02-27.xml.gz']
const arePresent = LISTS.every((name) => listFile(name) !== undefined)
/** Every how many entries one is searched for. */
const EVERY = 300
/** How someone may type the last word: a letter missing, two swapped, one too many. */
const SLIPS: readonly ((name: string) => string)[] = [
  (name) => name.replace(/(\p{L})(\p{L})$/u, '$2'),
  (name) => name.replace(/(\p{L})(\p{L})$/u, '$2$1'),
  (name) => name.replace(/(\p{L})$/u, '$1$1'),
]

describe.skipIf(!arePresent)('on the real lists', () => {
  test('everyone who would match is found: the look-up misses no one', async () => {
    const entries = (await Promise.all(LISTS.map(readGzippedList))).flat()
    expect(entries.length).toBeGreaterThan(7000)
    const builder = new ListIndexBuilder()
    for (const [place, entry] of entries.entries()) builder.add({ ...entry, ref: String(place) })
    const index = new ListIndex(builder.finish())
    const lost: string[] = []
    let found = 0
    for (const [turn, asked] of entries.filter((_, index) => index % EVERY === 0).entries()) {
      const kind = asked.kind === 'person' ? 'person' : 'company'
      const listed = asked.names[turn % asked.names.length]?.text ?? ''
      const name = SLIPS[turn % SLIPS.length]?.(listed) ?? listed
      const prepared = prepareSubject({ key: 'asked', kind, label: 'Asked', name })
      const looked = new Set(index.candidates(prepared))
      const candidates = new Set(index.candidates(prepared, SEEN_FROM))
      for (const [place, entry] of entries.entries()) {
        const match = matchEntry(prepared, entry, SEEN_FROM)
        if (!match) continue
        found++
        const isLost =
          !candidates.has(String(place)) ||
          (matchEntry(prepared, entry, POSSIBLE_FROM) && !looked.has(String(place)))
        if (isLost) lost.push(`${name} at ${entry.names[0]?.text}`)
      }
    }
    expect(found).toBeGreaterThan(5)
    expect(lost).toEqual([])
  })
})
