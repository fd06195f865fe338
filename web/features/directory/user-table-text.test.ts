import { describe, expect, it } from 'vitest'
import { userCountText, userSortDirection } from './users-tab.tsx'

describe('the table of users', () => {
  it.each([
    [{ count: 8, countIsCapped: false }, 8, 'Showing 8 users'],
    [{ count: 1, countIsCapped: false }, 1, 'Showing 1 user'],
    [{ count: 40, countIsCapped: false }, 25, 'Showing 40 users (25 loaded)'],
    [{ count: 1000, countIsCapped: true }, 25, 'Showing 1,000+ users (25 loaded)'],
  ])('writes its counts out', (found, loaded, words) => {
    expect(userCountText(found, loaded)).toBe(words)
  })
  it('shows the newest first, and sorts by one column at a time', () => {
    expect(userSortDirection({}, 'created')).toBe('descending')
    expect(userSortDirection({}, 'name')).toBe('none')
    expect(userSortDirection({ sort: 'name' }, 'name')).toBe('ascending')
    expect(userSortDirection({ sort: 'name', order: 'desc' }, 'created')).toBe('none')
  })
})
