import { expect, test } from 'vitest'
import { invitationSort, pageText } from './invitation-text.ts'

test.each([
  [1, 10, 34, 'Showing 1 to 10 of 34 invites'],
  [2, 10, 34, 'Showing 11 to 20 of 34 invites'],
  [4, 4, 34, 'Showing 31 to 34 of 34 invites'],
  [101, 10, 1234, 'Showing 1,001 to 1,010 of 1,234 invites'],
])('page %i with %i rows of %i', (page, shown, count, words) => {
  expect(pageText(page, shown, count)).toBe(words)
})

test('the newest invitations come first; another column starts in its own order', () => {
  expect(invitationSort({}, 'invited_at')).toBe('descending')
  expect(invitationSort({}, 'email')).toBe('none')
  expect(invitationSort({ sort: 'email' }, 'email')).toBe('ascending')
  expect(invitationSort({ sort: 'status', order: 'desc' }, 'status')).toBe('descending')
})
