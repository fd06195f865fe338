import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('R12 the path to return to', () => {
  it.each([
    '/',
    '/onboarding',
    '/onboarding/consumer?step=user-type',
    '/profile?tab=documents#top',
    '/admin/users/12?name=Zo%C3%AB',
    '/success?next=%2F%2Fevil.test',
    '/auth-help',
  ])('keeps %s', (path) => expect(safeReturnPath(path)).toBe(path))

  it.each([
    'https://evil.test',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    ' /onboarding',
    'javascript:alert(1)',
    'onboarding',
    '?step=1',
    '',
    '/..//evil.test',
    '/.//evil.test',
    '/%2e%2e//evil.test',
    '/%2F%2Fevil.test',
    '/%2Fevil.test',
    '/%252Fevil.test',
    '/%252e%252e%252f%252fevil.test',
    '/%5Cevil.test',
    '/%255cevil.test',
    '/%09/evil.test',
    '/%2509/evil.test',
    'https:evil.test',
    'https:/evil.test',
    'https://host@evil.test',
    '/%0d%0aLocation:%20https://evil.test',
    '/\r\nLocation: https://evil.test',
    '/%0d%0aSet-Cookie:x=1',
    '/%00',
    '/%',
    '/api/auth/logout',
    '/API/auth/login?returnTo=/',
    '/%61pi/auth/logout',
    '/api/login',
    '/idp/auth',
    `/${'a'.repeat(3000)}`,
    null,
    undefined,
    7,
    ['/onboarding'],
  ])('A07 A18 turns %j into /', (input) => expect(safeReturnPath(input)).toBe('/'))

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '/',
          '\\',
          '.',
          '..',
          ':',
          '@',
          '?',
          '#',
          '%2f',
          '%5c',
          '%2e',
          '%25',
          '%0a',
          '\t',
          '\n',
          '\u2028',
        ),
        fc.constantFrom('evil.test', 'https', 'javascript', 'api', 'auth', 'data'),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  it('A18 always stays on the same origin, and does not change when applied again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          hostile.map((tail) => `/${tail}`),
        ),
        (input) => {
          const path = safeReturnPath(input)
          expect(path).toMatch(/^\/(?![/\\])/)
          expect(new URL(path, 'https://verdaccord.example').origin).toBe('https://verdaccord.example')
          expect(new URL(`https://verdaccord.example${path}`).origin).toBe('https://verdaccord.example')
          expect(safeReturnPath(path)).toBe(path)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('keeps every ordinary path of the product', () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/).filter((word) => word !== 'api' && word !== 'idp')
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), segment, (segments, value) => {
        const path = `/${segments.join('/')}?step=${value}`
        expect(safeReturnPath(path)).toBe(path)
      }),
    )
  })
})
