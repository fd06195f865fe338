import { expect, test } from 'vitest'
import { mergeDrafts, newestDraft } from './draft-merge.ts'

const LOCAL = { draft: { firstName: 'here' }, savedAt: new Date('2026-11-20T12:00:00Z'), revision: 2 }
const server = (savedAt: string, revision: number) => ({ draft: { firstName: 'there' }, savedAt, revision })

test.each([
  ['the account alone has one', null, server('2026-11-20T11:00:00Z', 2), 'there'],
  ['this device saved later', LOCAL, server('2026-11-20T11:00:00Z', 3), 'here'],
  ['the account was saved later elsewhere', LOCAL, server('2026-11-20T13:00:00Z', 3), 'there'],
  [
    'this copy grew from the account’s latest, whatever the clock says',
    LOCAL,
    server('2026-11-20T13:00:00Z', 2),
    'here',
  ],
  ['the account has none', LOCAL, { draft: null, revision: 0, savedAt: null }, 'here'],
])('the newest draft counts: %s', (_case, local, account, expected) => {
  expect(newestDraft(local, account)?.firstName).toBe(expected)
})

test('an answer cleared here stays cleared when another device saved', () => {
  expect(
    mergeDrafts({ phone: '1', lastName: 'O' }, { lastName: 'O' }, { phone: '1', lastName: 'Okafor' }),
  ).toEqual({
    phone: undefined,
    lastName: 'Okafor',
  })
})
