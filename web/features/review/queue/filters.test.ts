import { expect, it } from 'vitest'
import { filtersOfList, listOf, nextFiltersOf, queueFiltersOf } from './filters.ts'
import { queueSearchOf } from './queue-address.ts'

it('reads back from an address what it wrote to it', () => {
  const filters = {
    state: 'in_review',
    kind: 'business',
    owner: 42,
    due: 'overdue',
    approval: 'unreviewed',
    heard: '2026-03-02..2026-03-08',
    promise: 'missed',
  } as const
  expect(queueFiltersOf(queueSearchOf(filters))).toEqual(filters)
  expect(queueFiltersOf(queueSearchOf({ owner: 'me' }))).toMatchObject({ owner: 'me' })
  expect(filtersOfList(listOf({ ...filters, q: 'A & B = C' }))).toEqual({ ...filters, q: 'A & B = C' })
  expect([listOf({}), filtersOfList('state=unknown&owner=0').state]).toEqual([undefined, undefined])
})

it('leaves out what is wrong in an address', () => {
  const nothing = { state: undefined, kind: undefined, owner: undefined, due: undefined, approval: undefined }
  expect(
    queueFiltersOf({
      state: 'draft',
      kind: 'x',
      owner: '-1',
      due: 'late',
      approval: 'all',
      heard: '2026-02-30..2026-03-08',
      promise: 'broken',
    }),
  ).toEqual(nothing)
  expect(queueSearchOf(nothing)).toEqual({})
})

it.each<[string, Parameters<typeof nextFiltersOf>[0], ReturnType<typeof nextFiltersOf>]>([
  ['what waits', { owner: 'nobody', due: 'overdue' }, { owner: 'nobody', due: 'overdue' }],
  ['a state that waits', { kind: 'business', state: 'submitted' }, { kind: 'business', state: 'submitted' }],
  ['decided cases', { kind: 'business', state: 'approved', due: 'overdue' }, { kind: 'business' }],
  ['what was decided late', { promise: 'missed', owner: 'me' }, {}],
  ['approvals that no one reviewed', { approval: 'unreviewed', owner: 'me' }, {}],
])('requests the next case of %s', (_, filters, next) => {
  expect(JSON.parse(JSON.stringify(nextFiltersOf(filters)))).toEqual(next)
})
