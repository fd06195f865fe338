import { describe, expect, it, vi } from 'vitest'
import { soon } from '#server/testing/soon.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

describe('a password hash', () => {
  it('matches its password only, in any Unicode form', async () => {
    const hash = await hashPassword('Crème brûlée')
    expect(await passwordMatches('Crème brûlée'.normalize('NFD'), hash)).toBe(true)
    expect(await passwordMatches('Creme brulee', hash)).toBe(false)
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/)
  })

  it('differs each time', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
  })

  it('carries its parameters, so that older ones still match', async () => {
    // Made with N = 1024, r = 8, p = 1 and a salt of sixteen zero bytes.
    const { scryptSync } = await import('node:crypto')
    const salt = Buffer.alloc(16)
    const key = scryptSync('older', salt, 32, { N: 1024, r: 8, p: 1 })
    const hash = ['scrypt', 1024, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$')
    expect(await passwordMatches('older', hash)).toBe(true)
  })

  it('R56 of no one matches nothing and costs as much as a real one', async () => {
    const cheap = ['scrypt', 1024, 8, 3, ...(await hashPassword('cheap')).split('$').slice(4)].join('$')
    const tries = { nobody: undefined, cheap }
    // A hash of a thirty-second of the cost, started last, is there first, unless others need the same threads.
    await vi.waitFor(async () => {
      const ended: string[] = []
      await Promise.all(
        Object.entries(tries).map(async ([name, hash]) => {
          expect(await passwordMatches('wrong', hash)).toBe(false)
          ended.push(name)
        }),
      )
      expect(ended).toEqual(['cheap', 'nobody'])
    }, soon)
  })

  it.each(['', 'scrypt', 'scrypt$1024$8$1$$'])('that is damaged (%j) never matches', async (hash) => {
    expect(await passwordMatches('', hash).catch(() => false)).toBe(false)
  })
})
