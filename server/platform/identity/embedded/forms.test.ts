import { describe, expect, it } from 'vitest'
import { isKnownPassword } from './forms.ts'

describe('T7 a leaked password', () => {
  it.each([
    'password1234',
    'PassWord1234',
    'Password!2026#',
    '1q2w3e4r5t6y',
    'administrator',
    '...iloveyou....',
    'passwordpassword',
    'dragondragon',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    '918273645546',
    '! ! ! ! ! ! ',
  ])('is recognised: %s', async (password) => expect(await isKnownPassword(password)).toBe(true))

  it.each([
    'a long enough password',
    'verdaccord-demo',
    'tF8kdls02mzp',
    'correct horse battery staple',
    'žluťoučký kůň',
  ])('is not: %s', async (password) => expect(await isKnownPassword(password)).toBe(false))
})
