import { expect, test } from 'vitest'
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

test('makes an index, finds by it while it is in memory, and says why a request failed', async () => {
  const thread = lookUpThread()
  const find = () =>
    thread.ask({ kind: 'find', lists: ['one'], subjects: [SUBJECT, SUBJECT], from: SEEN_FROM })
  expect(await find()).toEqual({ kind: 'found', refs: undefined })
  await thread.ask({ kind: 'add', index: 1, entries: [ENTRY] })
  const made = await thread.ask({ kind: 'finish', index: 1, isWanted: true })
  if (made.kind !== 'index') throw new Error('An index answers with its parts')
  await thread.ask(
    { kind: 'load', list: 'one', parts: made.parts },
    made.parts.map(([, bytes]) => bytes),
  )
  expect(await find()).toEqual({ kind: 'found', refs: [[['T1']], [['T1']]] })
  await thread.ask({ kind: 'drop', list: 'one' })
  expect(await find()).toEqual({ kind: 'found', refs: undefined })
  await expect(
    thread.ask({ kind: 'find', lists: [], subjects: null as never, from: SEEN_FROM }),
  ).rejects.toThrow()
  expect(lookUpThread()).toBe(thread)
})
