import { expect, it } from 'vitest'
import { queueFiltersOf, queueSearchOf } from './filters.ts'

it('reads back from an address what it wrote into it', () => {
  const filters = {
    state: 'in_review',
    kind: 'business',
    owner: 42,
    due: 'overdue',
    approval: 'unreviewed',
  } as const
  expect(queueFiltersOf(queueSearchOf(filters))).toEqual(filters)
  expect(queueFiltersOf(queueSearchOf({ owner: 'me' }))).toMatchObject({ owner: 'me' })
})

it('leaves out what an address says wrong', () => {
  const nothing = { state: undefined, kind: undefined, owner: undefined, due: undefined, approval: undefined }
  expect(queueFiltersOf({ state: 'draft', kind: 'x', owner: '-1', due: 'late', approval: 'all' })).toEqual(
    nothing,
  )
  expect(queueSearchOf(nothing)).toEqual({})
})
