import { describe, expect, it } from 'vitest'
import { certificationWay, pathAfterRiskDisclosure, pathAfterSelection } from './next-place.ts'

describe('where a choice of user type leads', () => {
  it.each([
    ['consumer', '/onboarding/consumer'],
    ['business', '/onboarding/business'],
    [null, '/verification'],
  ] as const)('back to the onboarding it came from (%s), or to the verification', (onboarding, path) => {
    expect(pathAfterSelection(onboarding)).toBe(path)
  })

  it('takes a trader without certification to the certification', () => {
    expect(certificationWay('trade')).toMatchObject({ path: '/certification/trader', next: null })
  })

  it('takes an investor to the risk disclosure first, and from there to the certification', () => {
    const way = certificationWay('invest')
    expect(way).toMatchObject({ path: '/risk-disclosure', next: '/certification/trader' })
    expect(pathAfterRiskDisclosure(way.next)).toBe('/certification/trader')
  })

  it.each([
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '{}',
  ])('leads home after the risk disclosure if %j is stored as the next step', (stored) => {
    expect(pathAfterRiskDisclosure(stored)).toBe('/')
  })
})
