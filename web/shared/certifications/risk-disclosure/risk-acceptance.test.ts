import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { acceptRiskDisclosure, hasPendingAcceptance, replayRiskAcceptance } from './risk-acceptance.ts'

const ME = 7
const SHOWN = { version: '2026-11-22', sha256: 'a'.repeat(64) }

/** Replaces the network with a server; returns what was sent to it. */
function answer(respond: () => Response): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    // Nothing is sent before this browser has stored it (onboarding §4.3).
    sent.push({ ...JSON.parse(body), inSession: { ...sessionStorage }.risk_disclosure_accepted })
    return respond()
  })
  return sent
}

const accepted = () => Response.json({ success: true })
const refused = () => Response.json({ error: 'INTERNAL', message: 'No' }, { status: 500 })
const changed = () => Response.json({ error: 'STALE_VERSION', message: 'Changed' }, { status: 409 })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('an acceptance of the risk disclosure', () => {
  test('is in this session before it is sent, and recorded', async () => {
    const sent = answer(accepted)
    expect(await acceptRiskDisclosure(ME, 'onboarding', SHOWN)).toEqual({ kind: 'recorded' })
    expect(sent).toMatchObject([
      {
        userId: ME,
        certification_type: 'risk_disclosure',
        certification_name: 'main_risk_disclosure',
        text_shown: SHOWN,
        additional_data: { source: 'onboarding', timestamp: sessionStorage.getItem('risk_disclosure_date') },
        inSession: 'true',
      },
    ])
    expect(hasPendingAcceptance(ME)).toBe(false)
  })

  test.each([
    ['refused', refused],
    ['unreachable', lost],
  ])('is stored if the server missed it (%s), and sent again later', async (why, failure) => {
    answer(failure)
    expect(await acceptRiskDisclosure(ME, 'onboarding', SHOWN)).toMatchObject({ kind: 'kept', why })
    expect([hasPendingAcceptance(ME), hasPendingAcceptance(8)]).toEqual([true, false])
    const sent = answer(accepted)
    expect(await replayRiskAcceptance(ME)).toBe('recorded')
    expect(sent).toMatchObject([{ text_shown: SHOWN }])
    expect(hasPendingAcceptance(ME)).toBe(false)
  })

  test('is dropped if the text has changed, at once and when it is sent again', async () => {
    answer(changed)
    expect(await acceptRiskDisclosure(ME, 'onboarding', SHOWN)).toEqual({ kind: 'changed' })
    expect(hasPendingAcceptance(ME)).toBe(false)
    expect({ ...sessionStorage }).toEqual({})

    answer(lost)
    await acceptRiskDisclosure(ME, 'onboarding', SHOWN)
    answer(changed)
    expect(await replayRiskAcceptance(ME)).toBe('changed')
    expect(hasPendingAcceptance(ME)).toBe(false)
    expect({ ...sessionStorage }).toEqual({})
  })

  test('given signed out belongs to the user who signs in within the hour, and is never silently lost after it', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] })
    const sent = answer(accepted)
    await acceptRiskDisclosure(null, 'standalone', SHOWN)
    vi.setSystemTime(new Date('2026-11-22T10:59:59Z'))
    expect(await replayRiskAcceptance(ME)).toBe('recorded')
    await acceptRiskDisclosure(null, 'standalone', SHOWN)
    vi.setSystemTime(new Date('2026-11-22T12:00:00Z'))
    expect(await replayRiskAcceptance(ME)).toBe('lapsed')
    expect(await replayRiskAcceptance(ME)).toBe('none')
    expect(sent).toHaveLength(1)
  })

  test('is not affected if it is another person’s', async () => {
    answer(lost)
    await acceptRiskDisclosure(ME, 'onboarding', SHOWN)
    const sent = answer(accepted)
    expect(await replayRiskAcceptance(8)).toBe('none')
    expect(sent).toEqual([])
    expect(hasPendingAcceptance(ME)).toBe(true)
  })

  test('is recorded if the browser’s storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const sent = answer(accepted)
    expect(await acceptRiskDisclosure(ME, 'onboarding', SHOWN)).toEqual({ kind: 'recorded' })
    expect(sent).toHaveLength(1)
  })

  test('is recorded if the browser has no storage for us', async () => {
    vi.stubGlobal('localStorage', null)
    answer(accepted)
    expect(await acceptRiskDisclosure(ME, 'onboarding', SHOWN)).toEqual({ kind: 'recorded' })
    expect([hasPendingAcceptance(ME), await replayRiskAcceptance(ME)]).toEqual([false, 'none'])
  })
})
