import { expect, test } from 'vitest'
import { mergeDrafts, newestDraft } from './draft-merge.ts'

const LOCAL = { draft: { firstName: 'here', phone: '1' }, base: { phone: '1' }, revision: 2 }
const server = (revision: number) => ({ draft: { firstName: 'there', phone: '2' }, revision })

test.each([
  ['the account alone has some', null, server(2), 'there 2'],
  ['those of this device grew from the account’s latest', LOCAL, server(2), 'here 1'],
  [
    'another device saved since: what was changed here stays, the rest comes from there',
    LOCAL,
    server(3),
    'here 2',
  ],
  [
    'another device saved since, and nothing was changed here',
    { ...LOCAL, base: LOCAL.draft },
    server(3),
    'there 2',
  ],
  ['the account never had any', { ...LOCAL, revision: 0 }, { draft: null, revision: 0 }, 'here 1'],
])('the answers of both places are joined: %s', (_case, local, account, expected) => {
  const draft = newestDraft(local, account)
  expect(`${draft?.firstName} ${draft?.phone}`).toBe(expected)
})

test('answers that the account held once and holds no more were submitted elsewhere, and are dropped', () => {
  expect(newestDraft(LOCAL, { draft: null, revision: 0 })).toBeNull()
})

test('an answer cleared here stays cleared when another device saved', () => {
  expect(
    mergeDrafts({ phone: '1', lastName: 'O' }, { lastName: 'O' }, { phone: '1', lastName: 'Okafor' }),
  ).toEqual({
    phone: undefined,
    lastName: 'Okafor',
  })
})
