import { expect, test } from 'vitest'
import { readForm } from './stripe-form.ts'

test('a Stripe form is read with its lists and objects', () => {
  expect(readForm('a=1&b[c]=2&l[0][x]=3&l[0][y]=%C3%A9&l[1][x]=')).toEqual({
    a: '1',
    b: { c: '2' },
    l: [{ x: '3', y: 'é' }, { x: '' }],
  })
})

test.each(['a=1&a=2', 'a=1&a[b]=2', 'a[]=1', '=1', 'a[b]=1&a=2'])('the form %s is refused', (text) => {
  expect(() => readForm(text)).toThrow(/The form/)
})
