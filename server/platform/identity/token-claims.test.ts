import { describe, expect, it } from 'vitest'
import { readTokenClaims } from './token-claims.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SECONDS = NOW.getTime() / 1000
const read = (claims: Record<string, unknown>) =>
  readTokenClaims('https://tenant.example/', { sub: 'auth0|1', ...claims }, NOW, {
    skewSeconds: 30,
    secondFactorLevel: 'urn:second',
  })

describe('identity claims', () => {
  it('R2 need a usable sub', () => {
    for (const sub of [undefined, '', 7, 'x'.repeat(256)])
      expect(() => read({ sub })).toThrow('no usable sub')
  })

  it('keep the whole sub, including vertical bars (law §6.3)', () => {
    expect(read({ sub: 'samlp|corp|ada|1' }).sub).toBe('samlp|corp|ada|1')
  })

  it('B15 are refused if issued further ahead of our clock than the allowed skew', () => {
    expect(() => read({ iat: SECONDS + 31 })).toThrow('in the future')
    expect(read({ iat: SECONDS + 29 }).sub).toBe('auth0|1')
  })

  it.each([
    [{ amr: ['mfa'] }, true],
    [{ amr: ['pwd', 'mfa'] }, true],
    [{ amr: ['pwd', 'otp'] }, true],
    [{ amr: ['hwk', 'fpt'] }, true],
    [{ acr: 'urn:second' }, true],
    [{ acr: 'phrh' }, true],
    [{ amr: ['pwd'] }, false],
    [{ amr: ['otp'] }, false],
    [{ amr: ['otp', 'sms'] }, false],
    [{ amr: 'mfa' }, false],
    [{ acr: ['urn:second'] }, false],
    [{ acr: '1' }, false],
    [{}, false],
  ])('R21 %j shows a second factor: %s', (said, expected) => {
    expect(read(said).hasSecondFactor).toBe(expected)
  })

  it.each([
    [true, true],
    ['true', false],
    [1, false],
    [undefined, false],
  ])('email_verified %j becomes %j', (value, expected) => {
    expect(read({ email_verified: value }).emailVerified).toBe(expected)
  })

  it('R11 never put the sign-in ahead of our clock, where it would stay recent for longer', () => {
    expect(read({ auth_time: SECONDS + 3600 }).authTime).toEqual(NOW)
    expect(read({ auth_time: SECONDS - 3600 }).authTime).toEqual(new Date('2026-03-01T11:00:00Z'))
  })

  it.each([
    ['2026-02-03T04:05:06.789Z', '2026-02-03T04:05:06.789Z'],
    [1_770_091_506, '2026-02-03T04:05:06.000Z'],
    ['yesterday', undefined],
    [null, undefined],
  ])('updated_at %j is read as a date string or as seconds', (value, expected) => {
    expect(read({ updated_at: value }).updatedAt?.toISOString()).toBe(expected)
  })

  it('R32 accept a picture only from https', () => {
    expect(read({ picture: 'https://cdn.example/a.png' }).picture).toBe('https://cdn.example/a.png')
    for (const picture of ['http://cdn.example/a.png', 'javascript:alert(1)', 'data:image/png;base64,', 3])
      expect(read({ picture }).picture).toBeUndefined()
  })

  it('leave out what has the wrong type or an impossible length, and limit names', () => {
    expect(read({ email: 7, name: { first: 'Ada' }, nickname: ' ' })).toMatchObject({
      email: undefined,
      name: undefined,
      nickname: undefined,
    })
    expect(read({ email: `${'a'.repeat(250)}@example.org` }).email).toBeUndefined()
    expect(read({ name: 'N'.repeat(500) }).name).toHaveLength(200)
  })
})
