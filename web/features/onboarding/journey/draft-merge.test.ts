import { describe, expect, test } from 'vitest'
import { changesElsewhere, isSameDraft, mergeDrafts, newestDraft, resumedDraft } from './draft-merge.ts'

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
])('the answers of both places are merged: %s', (_case, local, account, expected) => {
  const draft = newestDraft(local, account)
  expect(`${draft?.firstName} ${draft?.phone}`).toBe(expected)
})

test('answers that the account no longer has were submitted elsewhere, and are dropped', () => {
  expect(newestDraft(LOCAL, { draft: null, revision: 0 })).toBeNull()
})

test('an answer cleared here stays cleared if another device saved', () => {
  const joined = mergeDrafts<{ phone?: string; lastName?: string }>(
    { phone: '1', lastName: 'O' },
    { lastName: 'O' },
    { phone: '1', lastName: 'Okafor' },
  )
  expect(joined).toEqual({ phone: undefined, lastName: 'Okafor' })
})

describe('people on a list', () => {
  interface Company {
    owners?: { id: string; name?: string; share?: string }[]
  }
  const anna = { id: 'a', name: 'Anna' }
  const ben = { id: 'b', name: 'Ben' }
  const carl = { id: 'c', name: 'Carl' }
  const merge = (base: Company, mine: Company, theirs: Company) => mergeDrafts(base, mine, theirs).owners

  test('added on two devices are both there', () => {
    expect(merge({ owners: [anna] }, { owners: [anna, ben] }, { owners: [anna, carl] })).toEqual([
      anna,
      carl,
      ben,
    ])
  })

  test('are merged field by field', () => {
    const named = { owners: [{ ...anna, name: 'Anna Maria' }] }
    const shared = { owners: [{ ...anna, share: '50' }] }
    expect(merge({ owners: [anna] }, named, shared)).toEqual([{ id: 'a', name: 'Anna Maria', share: '50' }])
  })

  test('removed here stay removed if others were added there', () => {
    expect(merge({ owners: [anna] }, {}, { owners: [anna, ben] })).toEqual([ben])
  })

  test('removed there stay removed if others were added here', () => {
    expect(merge({ owners: [anna] }, { owners: [anna, ben] }, {})).toEqual([ben])
  })
})

describe('what was changed elsewhere', () => {
  interface Company {
    step?: string
    name?: string
    manager?: { name?: string; country?: string }
    owners?: { id: string; name?: string; share?: string }[]
  }
  const changes = (base: Company, mine: Company, theirs: Company) =>
    changesElsewhere(base, mine, theirs, mergeDrafts(base, mine, theirs)).map(
      ({ path, there, isKept }) => `${path}: ${JSON.stringify(there)}${isKept ? ', kept here' : ''}`,
    )
  const base: Company = { step: 'company', name: 'Fern', manager: { name: 'Ada', country: 'GB' } }

  test.each<[string, Company, Company, string[]]>([
    ['nothing but the furthest step', base, { ...base, step: 'review' }, []],
    ['an answer', base, { ...base, name: 'Hill' }, ['name: "Hill"']],
    ['an answer that was cleared', base, { ...base, name: undefined }, ['name: undefined']],
    [
      'an answer that was changed here too',
      { ...base, name: 'Moor' },
      { ...base, name: 'Hill' },
      ['name: "Hill", kept here'],
    ],
    ['the same as here', { ...base, name: 'Hill' }, { ...base, name: 'Hill' }, []],
    [
      'another than here',
      { ...base, name: 'Hill' },
      { ...base, manager: { name: 'Ada', country: 'FR' } },
      ['manager.country: "FR"'],
    ],
    [
      'someone who wasn’t there',
      base,
      { ...base, manager: undefined },
      ['manager.name: undefined', 'manager.country: undefined'],
    ],
  ])('is named field by field: %s', (_, mine, theirs, expected) => {
    expect(changes(base, mine, theirs)).toEqual(expected)
  })

  test('is named by person, in their order after the merge', () => {
    const [anna, ben, carl] = ['a', 'b', 'c'].map((id) => ({ id, name: id }))
    const owners = (...list: Company['owners'] & object) => ({ owners: list })
    if (!anna || !ben || !carl) throw new Error('Three people')
    expect(changes(owners(anna), owners(anna, ben), owners(carl, { ...anna, share: '30' }))).toEqual([
      'owners.0: {"id":"c","name":"c"}',
      'owners.1.share: "30"',
    ])
    expect(changes(owners(anna, ben), owners(anna, ben), owners(ben))).toEqual(['owners: undefined'])
  })
})

describe('if something was submitted before', () => {
  interface Answers {
    name?: string
    tax?: string
    owners?: { id: string }[]
  }
  const submitted: Answers = { name: 'Fern', tax: '1', owners: [{ id: 'a' }] }
  const nothing = { draft: null, revision: 0 }
  const resumed = (local: Answers | null, base: Answers, account: Answers | null) =>
    resumedDraft<Answers>(
      local && { draft: local, base, revision: 0 },
      account ? { draft: account, revision: 3 } : nothing,
      submitted,
    )

  test('the form starts with that', () => expect(resumed(null, {}, null)).toEqual(submitted))

  test('what was removed since stays removed', () => {
    const draft = { name: 'Fern' }
    expect(resumed(null, {}, draft)).toEqual(draft)
    expect(resumed(draft, submitted, null)).toEqual(draft)
  })

  test('answers that this browser stored before it are merged with it', () => {
    expect(resumed({ name: 'Hill' }, {}, null)).toEqual({ ...submitted, name: 'Hill' })
  })
})

test('a draft that only lists its fields in another order is the same', () => {
  const draft = { legalName: 'Fernhill', owners: [{ id: 'a', name: 'Anna', share: undefined }] }
  expect(isSameDraft(draft, { owners: [{ name: 'Anna', id: 'a' }], legalName: 'Fernhill' })).toBe(true)
  expect(isSameDraft(draft, { ...draft, owners: [] })).toBe(false)
})
