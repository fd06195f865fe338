import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { acceptRiskDisclosure, hasPendingAcceptance, replayRiskAcceptance } from './risk-acceptance.ts'

const ME = 7

/** Puts a server in the place of the network; gives what was sent to it. */
function answer(respond: () => Response): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    // Nothing is sent before this browser has it (onboarding §4).
    sent.push({ ...JSON.parse(body), inSession: { ...sessionStorage }.risk_disclosure_accepted })
    return respond()
  })
  return sent
}

const accepted = () => Response.json({ success: true })
const refused = () => Response.json({ error: 'INTERNAL', message: 'No' }, { status: 500 })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('an acceptance of the risk disclosure', () => {
  test('is in this session before it is sent, and recorded', async () => {
    const sent = answer(accepted)
    expect(await acceptRiskDisclosure(ME, 'onboarding')).toEqual({ kind: 'recorded' })
    expect(sent).toMatchObject([
      {
        userId: ME,
        certification_type: 'risk_disclosure',
        certification_name: 'main_risk_disclosure',
        additional_data: { source: 'onboarding', timestamp: sessionStorage.getItem('risk_disclosure_date') },
        inSession: 'true',
      },
    ])
    expect(hasPendingAcceptance(ME)).toBe(false)
  })

  test.each([
    ['refused', refused],
    ['unreachable', lost],
  ])('that the server missed (%s) is kept, and sent again later', async (why, failure) => {
    answer(failure)
    expect(await acceptRiskDisclosure(ME, 'onboarding')).toMatchObject({ kind: 'kept', why })
    expect([hasPendingAcceptance(ME), hasPendingAcceptance(8)]).toEqual([true, false])
    const sent = answer(accepted)
    expect(await replayRiskAcceptance(ME)).toBe(true)
    expect(sent).toHaveLength(1)
    expect(hasPendingAcceptance(ME)).toBe(false)
  })

  test('is recorded where the storage of the browser is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const sent = answer(accepted)
    expect(await acceptRiskDisclosure(ME, 'onboarding')).toEqual({ kind: 'recorded' })
    expect(sent).toHaveLength(1)
  })

  test('is recorded where the browser has no storage for us', async () => {
    vi.stubGlobal('localStorage', null)
    answer(accepted)
    expect(await acceptRiskDisclosure(ME, 'onboarding')).toEqual({ kind: 'recorded' })
    expect([hasPendingAcceptance(ME), await replayRiskAcceptance(ME)]).toEqual([false, false])
  })
})
