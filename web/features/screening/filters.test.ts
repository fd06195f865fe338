import { expect, test } from 'vitest'
import {
  isFiltered,
  type MatchFilters,
  matchFiltersOf,
  matchSearchOf,
  matchSortDirection,
  sortedBy,
} from './filters.ts'

test.each<MatchFilters>([
  {},
  { level: 'strong', source: 'opensanctions:peps', waiting: 'week' },
  { sort: 'level', order: 'asc' },
])('%o is read back from its address', (filters) => {
  expect(matchFiltersOf(matchSearchOf(filters))).toEqual(filters)
})

test('what is wrong in an address is left out', () => {
  const wrong = { level: 'certain', list: 'un; drop', waiting: 'year', sort: 'name', order: 'up' }
  expect(isFiltered(matchFiltersOf(wrong))).toBe(false)
  expect(matchSearchOf(matchFiltersOf(wrong))).toEqual({})
})

test('a column starts in its usual order and reverses', () => {
  expect(matchSortDirection({}, 'found')).toBe('ascending')
  const strongest = sortedBy({ level: 'strong' }, 'level')
  expect(matchSortDirection(strongest, 'level')).toBe('descending')
  expect(matchSortDirection(strongest, 'found')).toBe('none')
  expect(matchSortDirection(sortedBy(strongest, 'level'), 'level')).toBe('ascending')
  expect(sortedBy({}, 'found')).toMatchObject({ sort: 'found', order: 'desc' })
})
