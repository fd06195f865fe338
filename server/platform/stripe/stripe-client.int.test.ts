import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stripeClient } from './stripe-client.ts'
import { STRIPE_KEY, type StandInStripe, startStandInStripe } from './testing/stand-in-stripe.ts'

let stripe: StandInStripe
const clock = { now: new Date('2026-03-10T10:00:00Z') }
beforeAll(async () => {
  stripe = await startStandInStripe(() => clock.now)
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.fault = () => undefined
  stripe.calls.clear()
})

const clientOf = (secretKey = STRIPE_KEY, patience = { callMs: 30_000, repeats: 1, deadlineMs: 60_000 }) =>
  stripeClient({ secretKey, apiUrl: stripe.url, now: () => clock.now, patience })
const ROUTE = 'GET /v1/invoices'
const ask = (client = clientOf()) => client.ask((sdk) => sdk.invoices.list({ limit: 1 }))

describe('R64 a call to Stripe', () => {
  test('is repeated once, and succeeds if that helps', async () => {
    let failures = 1
    stripe.fault = () => (failures-- > 0 ? 'error' : undefined)
    expect((await ask()).data).toEqual([])
    expect(stripe.calls.get(ROUTE)).toBe(2)
  })

  test.each([
    ['unreachable', false],
    ['silent', false],
    ['lost-after', false],
    ['error', true],
    ['busy', false],
  ] as const)(
    'B08 that ends in %s is a failure, and says whether it was answered',
    async (fault, answered) => {
      stripe.fault = () => fault
      // If no answer comes at all, its own timeout ends it.
      const client =
        fault === 'silent' ? clientOf(STRIPE_KEY, { callMs: 150, repeats: 1, deadlineMs: 1500 }) : clientOf()
      await expect(ask(client)).rejects.toMatchObject({ code: 'PROVIDER_FAILED', answered })
      expect(client.state()).toBe('down')
      clock.now = new Date(clock.now.getTime() + 30_000)
      expect(client.state()).toBe('ok')
    },
  )

  test('is pinned to a version, and R60 does not reveal its key if that is wrong', async () => {
    stripe.violations.length = 0
    const failure = await ask(clientOf('sk_test_somebodyelse')).catch((error: Error) => error)
    expect(stripe.violations).toEqual(['GET /v1/invoices: the key is not the account’s'])
    expect(JSON.stringify([failure, String(failure)])).not.toContain('somebodyelse')
  })
})
