import { expect, test } from 'vitest'
import type { IndexPart } from '#domain/screening/list-index.ts'
import { SEEN_FROM } from '#domain/screening/screening-match.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { lookUpThread } from './look-up-thread.ts'

const ENTRY: ListedEntry = {
  ref: 'T1',
  kind: 'person',
  names: [{ text: 'Hedwig OWLET', quality: 'primary' }],
  births: [],
  countries: [],
  numbers: [],
  regime: null,
  listedOn: null,
}
const SUBJECT = { key: 'person', kind: 'person', label: 'Applicant', name: 'Hedwig Owlett' } as const

/** The index that was built under a number, part by part until nothing is left of it. */
async function partsOf(index: number): Promise<IndexPart[]> {
  const parts: IndexPart[] = []
  for (;;) {
    const answer = await lookUpThread().ask({ kind: 'part', index })
    if (answer.kind !== 'part') throw new Error('An index answers with its parts')
    if (!answer.part) return parts
    parts.push(answer.part)
  }
}

test('builds an index, searches it while it is in memory, and says why a request failed', async () => {
  const thread = lookUpThread()
  const find = () =>
    thread.ask({ kind: 'find', lists: ['one'], subjects: [SUBJECT, SUBJECT], from: SEEN_FROM })
  expect(await find()).toEqual({ kind: 'found', refs: undefined })
  await thread.ask({ kind: 'add', index: 1, entries: [ENTRY] })
  const parts = await partsOf(1)
  await thread.ask(
    { kind: 'load', list: 'one', parts },
    parts.map(([, bytes]) => bytes),
  )
  expect(await find()).toEqual({ kind: 'found', refs: [[['T1']], [['T1']]] })
  await thread.ask({ kind: 'drop', list: 'one' })
  expect(await find()).toEqual({ kind: 'found', refs: undefined })
  await expect(
    thread.ask({ kind: 'find', lists: [], subjects: null as never, from: SEEN_FROM }),
  ).rejects.toThrow()
  expect(lookUpThread()).toBe(thread)
})

test('compares a subject with entries as they are stored, and returns which match', async () => {
  const other = { ...ENTRY, names: [{ text: 'Ulric STORK', quality: 'primary' }] }
  const entries = [JSON.stringify(other), JSON.stringify(ENTRY)]
  const answer = await lookUpThread().ask({ kind: 'compare', subject: SUBJECT, entries, from: SEEN_FROM })
  expect(answer).toEqual({
    kind: 'compared',
    matches: [undefined, expect.objectContaining({ level: 'possible' })],
  })
})

test('releases an index that is not wanted, and one whose parts were returned', async () => {
  const thread = lookUpThread()
  const keys = async (index: number) =>
    Buffer.from(
      (await partsOf(index)).find(([name]) => name === 'entries.refs')?.[1] ?? new ArrayBuffer(),
    ).toString()
  await thread.ask({ kind: 'add', index: 2, entries: [ENTRY] })
  expect(await keys(2)).toBe('T1')
  expect(await keys(2)).toBe('')
  await thread.ask({ kind: 'add', index: 3, entries: [ENTRY] })
  await thread.ask({ kind: 'part', index: 3 })
  await thread.ask({ kind: 'discard', index: 3 })
  expect(await keys(3)).toBe('')
})
