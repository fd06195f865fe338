import { expect, it } from 'vitest'
import { changedLines } from './item-changes.tsx'

it.each([
  [
    'the one answer that is different',
    'Full name: Ada Fern\nOwnership: 37.5%',
    'Full name: Ada Fern\nOwnership: 40%',
    { gone: 'Ownership: 37.5%', added: 'Ownership: 40%' },
  ],
  [
    'an answer that was not there before',
    'Full name: Ada Fern',
    'Full name: Ada Fern\nTitle: Director',
    { gone: null, added: 'Title: Director' },
  ],
  [
    'everything of someone new',
    null,
    'Full name: Ada Fern\nOwnership: 40%',
    { gone: null, added: 'Full name: Ada Fern\nOwnership: 40%' },
  ],
  [
    'everything of someone who left',
    'Full name: Ada Fern',
    null,
    { gone: 'Full name: Ada Fern', added: null },
  ],
  [
    'the whole text where only the order changed',
    'Flat 1\nThe Mill',
    'The Mill\nFlat 1',
    {
      gone: 'Flat 1\nThe Mill',
      added: 'The Mill\nFlat 1',
    },
  ],
])('shows %s', (_, before, after, lines) => {
  expect(changedLines(before, after)).toEqual(lines)
})
