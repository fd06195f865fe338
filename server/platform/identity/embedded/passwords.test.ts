import { describe, expect, it } from 'vitest'
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

  it('R56 of nobody matches nothing and costs as much as a real one', async () => {
    const hash = await hashPassword('somebody')
    const seconds = async (known: string | undefined) => {
      const started = performance.now()
      expect(await passwordMatches('wrong', known)).toBe(false)
      return performance.now() - started
    }
    const took: { real: number; nobody: number }[] = []
    for (let turn = 0; turn < 5; turn++)
      took.push({ real: await seconds(hash), nobody: await seconds(undefined) })
    const least = (of: 'real' | 'nobody') => Math.min(...took.map((turn) => turn[of]))
    expect(least('nobody')).toBeGreaterThan(least('real') / 4)
  })

  it.each(['', 'scrypt', 'scrypt$1024$8$1$$'])('that is damaged (%j) never matches', async (hash) => {
    expect(await passwordMatches('', hash).catch(() => false)).toBe(false)
  })
})
