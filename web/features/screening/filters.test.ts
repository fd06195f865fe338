import { expect, test } from 'vitest'
import { type Filters, filtersOf, isFiltered, searchOf, sortDirection, sortedBy } from './filters.ts'

test.each<Filters>([
  {},
  { level: 'strong', source: 'opensanctions:peps', waiting: 'week' },
  { sort: 'level', order: 'asc' },
])('%o is read back from its address', (filters) => {
  expect(filtersOf(searchOf(filters))).toEqual(filters)
})

test('what an address says wrong is left out', () => {
  const wrong = { level: 'certain', list: 'un; drop', waiting: 'year', sort: 'name', order: 'up' }
  expect(isFiltered(filtersOf(wrong))).toBe(false)
  expect(searchOf(filtersOf(wrong))).toEqual({})
})

test('a column starts in its usual order and turns around', () => {
  expect(sortDirection({}, 'found')).toBe('ascending')
  const strongest = sortedBy({ level: 'strong' }, 'level')
  expect(sortDirection(strongest, 'level')).toBe('descending')
  expect(sortDirection(strongest, 'found')).toBe('none')
  expect(sortDirection(sortedBy(strongest, 'level'), 'level')).toBe('ascending')
  expect(sortedBy({}, 'found')).toMatchObject({ sort: 'found', order: 'desc' })
})
