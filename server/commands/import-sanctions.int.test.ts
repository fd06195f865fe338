import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { testDatabase } from '#server/testing/database.ts'
import { listFile, ukCsv } from '#server/testing/sanctions-files.ts'
import type { Command } from './command.ts'
import { WrongArguments } from './command.ts'
import { dropSanctions, importSanctions } from './import-sanctions.ts'

const database = await testDatabase()
const now = new Date('2026-03-10T10:00:00Z')
const said = async (command: Command, ...words: string[]) => {
  const work = command.parse(words)
  if (!work) throw new Error(`Not understood: ${words.join(' ')}`)
  const noFiles = () => Promise.reject(new Error('Lists need no documents'))
  return (await work({ config: readConfig({}), database, now: () => now, openFiles: noFiles })).says
}
const run = (...words: string[]) => said(importSanctions, ...words)
const inForce = async () =>
  (await listsInForce(database.db)).map(({ source, publishedOn, entries }) => [source, publishedOn, entries])
const entries = async () =>
  (await database.pool.query('select ref from sanctions_entries order by ref')).rows.map(({ ref }) => ref)
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    ref: `T${1000 + from + i}`,
    first: 'Viktor',
    last: `ORLOV${i}`,
  }))

test('a real list replaces the sample, a newer list an older one, and a bad list none', async () => {
  expect((await inForce()).map(([source]) => source)).toEqual(['sample'])

  expect(await run(await listFile(ukCsv(people(4))))).toContain('4 entries of 2026-03-10 in force now')
  expect(await inForce()).toEqual([['uk', '2026-03-10', 4]])
  expect(await entries()).toEqual(['T1000', 'T1001', 'T1002', 'T1003'])

  const again = await listFile(ukCsv(people(4)))
  expect(await run(again)).toContain('is in force already')

  const bad: [string, string][] = [
    [`${ukCsv(people(5))}"01/03/2026","T9`, 'not well-formed'],
    [ukCsv(people(4), '09-Mar-2026'), 'the one in force of 2026-03-10'],
    [ukCsv(people(1), '11-Mar-2026'), 'looks cut off'],
    ['<CONSOLIDATED_LIST/>', 'has no names'],
  ]
  for (const [content, sentence] of bad) {
    await expect(run(await listFile(content))).rejects.toThrow(sentence)
    expect(await inForce()).toEqual([['uk', '2026-03-10', 4]])
    expect(await entries()).toHaveLength(4)
  }

  const short = await listFile(ukCsv(people(1, 7), '11-Mar-2026'))
  expect(await run(short, '--force', '--format', 'uk-csv')).toContain('1 entry of 2026-03-11')
  expect(await entries()).toEqual(['T1007'])
  const kept = await database.pool.query(
    'select source, retired_at is null as current from sanctions_lists order by id',
  )
  expect(kept.rows).toEqual([
    { source: 'sample', current: false },
    { source: 'uk', current: false },
    { source: 'uk', current: true },
  ])
  const events = await database.pool.query(
    "select after->>'entries' as n from events where type = 'sanctions.imported' order by id",
  )
  expect(events.rows.map(({ n }) => n).slice(-2)).toEqual(['4', '1'])

  const un = `<CONSOLIDATED_LIST dateGenerated="2026-03-09T00:00:00Z"><ENTITIES><ENTITY><DATAID>1</DATAID>
    <FIRST_NAME>FERN TRADING</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`
  await run(await listFile(un))
  expect(await inForce()).toEqual([
    ['uk', '2026-03-11', 1],
    ['un', '2026-03-09', 1],
  ])
  expect(await said(dropSanctions, 'un')).toContain('is no longer in force')
  expect(await inForce()).toEqual([['uk', '2026-03-11', 1]])
  expect(await said(dropSanctions, 'un')).toContain('There is no UN Consolidated List')
})

test('a list may lose one entry in twenty without confirmation, and no more', async () => {
  await run(await listFile(ukCsv(people(40), '12-Mar-2026')))
  expect(await run(await listFile(ukCsv(people(38), '13-Mar-2026')))).toContain('38 entries')
  await expect(run(await listFile(ukCsv(people(36), '14-Mar-2026')))).rejects.toThrow('looks cut off')
})

test('arguments that are not understood start nothing', async () => {
  for (const args of [[], ['--force'], ['a', 'b'], ['--format', 'uk-csv']])
    expect(() => importSanctions.parse(args)).toThrow(WrongArguments)
  for (const args of [[], ['us'], ['uk', 'un']])
    expect(() => dropSanctions.parse(args)).toThrow(WrongArguments)
  await expect(run('list.csv', '--format', 'pdf')).rejects.toThrow('--format is "pdf"')
})

test('a file in which the rows of an entry are scattered comes into force completely', async () => {
  const [first, second] = people(2)
  if (!first || !second) throw new Error('Two were asked for')
  const path = await listFile(
    ukCsv([first, second, { ...first, last: 'ORLOW', type: 'Alias' }], '12-Mar-2026'),
  )
  expect(await run(path, '--force')).toContain('2 entries of 2026-03-12')
  const { rows } = await database.pool.query(
    "select ref, jsonb_path_query_array(data, '$.names[*].text') as names from sanctions_entries order by ref",
  )
  expect(rows).toEqual([
    { ref: 'T1000', names: ['Viktor ORLOV0', 'Viktor ORLOW'] },
    { ref: 'T1001', names: ['Viktor ORLOV1'] },
  ])
})
