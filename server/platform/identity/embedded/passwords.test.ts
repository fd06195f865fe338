import { argon2Sync, scryptSync } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { soon } from '#server/testing/soon.ts'
import { hashPassword, isFormerHash, passwordMatches } from './passwords.ts'

// Both are hashes of the password `older`, with a low cost and a salt of zero bytes.
const SALT = Buffer.alloc(16)
const CHEAP = `$argon2id$v=19$m=64,t=1,p=1$${[
  SALT,
  argon2Sync('argon2id', {
    message: 'older',
    nonce: SALT,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  }),
]
  .map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  .join('$')}`
const CHEAP_FORMER = [
  ...['scrypt', 1024, 8, 1, SALT.toString('base64url')],
  scryptSync('older', SALT, 32, { N: 1024, r: 8, p: 1 }).toString('base64url'),
].join('$')

describe('a password hash', () => {
  it('only matches its password, in any Unicode form', async () => {
    const hash = await hashPassword('Crème brûlée')
    expect(await passwordMatches('Crème brûlée'.normalize('NFD'), hash, false)).toBe(true)
    expect(await passwordMatches('Creme brulee', hash, false)).toBe(false)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('differs each time', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
  })

  it('contains its parameters, so that hashes with others still match', async () => {
    expect(await passwordMatches('older', CHEAP, false)).toBe(true)
    expect(await passwordMatches('newer', CHEAP, false)).toBe(false)
  })

  it('of a former release still matches', async () => {
    expect([isFormerHash(CHEAP_FORMER), isFormerHash(CHEAP)]).toEqual([true, false])
    for (const formerAreLeft of [true, false]) {
      expect(await passwordMatches('older', CHEAP_FORMER, formerAreLeft)).toBe(true)
      expect(await passwordMatches('newer', CHEAP_FORMER, formerAreLeft)).toBe(false)
    }
  })

  it.each([
    ['', false, CHEAP],
    [' while former ones are left', true, CHEAP_FORMER],
  ])(
    'R56 of no one matches nothing and costs as much as a real one%s',
    async (_when, formerAreLeft, cheap) => {
      const tries = { nobody: undefined, cheap }
      // A hash with part of the cost, started last, finishes first, unless other work needs the same threads.
      await vi.waitFor(async () => {
        const ended: string[] = []
        await Promise.all(
          Object.entries(tries).map(async ([name, hash]) => {
            expect(await passwordMatches('wrong', hash, formerAreLeft)).toBe(false)
            ended.push(name)
          }),
        )
        expect(ended).toEqual(['cheap', 'nobody'])
      }, soon)
    },
  )

  it.each(['', 'scrypt', 'scrypt$1024$8$1$$'])('that is damaged (%j) never matches', async (hash) => {
    expect(await passwordMatches('', hash, true).catch(() => false)).toBe(false)
  })
})
