import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { WrongArguments } from './command.ts'
import { replayStripe } from './replay-stripe.ts'

test.each([
  [[], false],
  [['evt_1Pgc76B7WZ01zgkWwyRHS12y'], true],
  [['evt_1', 'evt_2'], false],
  [['--since'], false],
  [['--since', 'yesterday'], false],
  [['--since', '2026-13-40'], false],
  [['--since', '2026-03-01'], true],
  [['--since', '2026-03-01', 'more'], false],
])('understands %j: %s', (words, understood) => {
  if (understood) expect(replayStripe.parse(words)).toBeTypeOf('function')
  else expect(() => replayStripe.parse(words)).toThrow(WrongArguments)
})

test('says what is missing before it calls anyone', async () => {
  const run = (words: string[], env: Record<string, string>) =>
    replayStripe.parse(words)({
      config: readConfig(env),
      database: {} as Database,
      now: () => new Date('2026-03-10T10:00:00Z'),
      openFiles: () => Promise.reject(new Error('Nobody needs documents')),
    })
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }
  await expect(run(['evt_1'], {})).rejects.toThrow(/not set up here/)
  await expect(run(['--since', '2026-01-31'], stripe)).rejects.toThrow(/for 30 days/)
})
