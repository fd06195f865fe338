import { describe, expect, it } from 'vitest'
import { isKnownPassword, isMadeOf } from './forms.ts'

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

describe('T7 a password of words that are known of its owner', () => {
  const KNOWN = ['dana.frost@northfen.example', 'Verdaccord', 'Zoë Núñez', 'Fern Hill Carbon Ltd']

  it.each([
    'northfen2026',
    'Northfen!Northfen',
    'NORTHFENltd2026',
    'verdaccord-123',
    'zoenunez1988!',
    'NúñezNúñez88',
    'frost.dana.2026',
    'carbonhillfern',
  ])('is recognised: %s', (password) => expect(isMadeOf(password, KNOWN)).toBe(true))

  it.each([
    'verdaccord-demo',
    'northfen under a violet moon',
    'a long enough password',
    '9!3#71-&5528',
    'ferry timetable',
  ])('is not: %s', (password) => expect(isMadeOf(password, KNOWN)).toBe(false))
})
