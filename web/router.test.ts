import { expect, test } from 'vitest'
import { router } from './router.tsx'

const { parseSearch, stringifySearch } = router.options

test.each(['null', '1e5', '007', '"Ani"', '{"a":1}', '[1]', '12345678901234567890', '2026.10', ' x ', '50%'])(
  'what was searched for stays as it was typed: %s',
  (name) => {
    expect(parseSearch(stringifySearch({ name }))).toEqual({ name })
  },
)

test('numbers of pages and people are numbers', () => {
  expect(parseSearch('?page=2&person=17')).toEqual({ page: 2, person: 17 })
})
