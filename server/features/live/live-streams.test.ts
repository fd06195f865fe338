import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIVE_BEAT_SECONDS, LIVE_MEMORY_SECONDS } from '#contract/live/live-limits.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { LiveStreams } from './live-streams.ts'
import { type LiveReader, LiveStream } from './stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The streams of a listening process, and a person's page that was disconnected for some seconds. */
function process() {
  let hearing: Parameters<ChangeFeed['listen']>[1] | undefined
  const streams = new LiveStreams({
    feed: {
      listen: (_channel, given) => {
        hearing = given
        return () => {}
      },
      close: async () => {},
    },
    log: { debug: () => {} } as unknown as FastifyBaseLogger,
    meter: undefined,
    settled: async () => {},
  })
  const reader: LiveReader = { userId: 7, tokenHash: 'hash', may: [] }
  const open = (silentSeconds: number, look: () => Promise<LiveReader | undefined> = async () => reader) => {
    const raw = {
      written: '',
      writableEnded: false,
      writableLength: 0,
      write(text: string) {
        raw.written += text
      },
      end() {
        raw.writableEnded = true
      },
      destroy() {
        raw.writableEnded = true
      },
    }
    const stream = new LiveStream(raw as unknown as ServerResponse, reader, look)
    streams.add(stream, silentSeconds)
    return {
      raw,
      said: () => [...raw.written.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data)),
    }
  }
  open(0)
  hearing?.began()
  return { streams, open, say: (text: string) => hearing?.heard(text), begin: () => hearing?.began() }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('a page that was disconnected', () => {
  test('is told what happened meanwhile, and nothing from before', async () => {
    const { open, say } = process()
    await pass(10)
    say('case 7')
    await pass(10)
    say('notices 7')
    say('invoices 8')
    await pass(5)
    const { said } = open(6)
    await pass(1)
    expect(said()).toEqual([{ topics: ['notices'] }])
  })

  test('is told that anything may have changed if this process does not know', async () => {
    const { open, say, begin } = process()
    await pass(10)
    const late = open(20)
    await pass(LIVE_MEMORY_SECONDS)
    say('case 8')
    await pass(5)
    const later = open(LIVE_MEMORY_SECONDS)
    begin()
    await pass(1)
    const afterLoss = open(30)
    await pass(1)
    for (const { said } of [late, later, afterLoss]) expect(said().at(-1)).toEqual({ everything: true })
  })
})

test('messages of one transaction are sent as one', async () => {
  const { open, say } = process()
  await pass(1)
  const { said } = open(0)
  for (const text of ['case 7', 'notices 7', 'case 7', 'work 7']) say(text)
  await pass(1)
  expect(said()).toEqual([{ topics: ['standing', 'notices'] }])
})

test('a reader that does not read is disconnected, and messages of another release are ignored', async () => {
  const { open, say } = process()
  const { raw, said } = open(0)
  say('weather 7')
  say('')
  await pass(1)
  expect(said()).toEqual([])
  raw.writableLength = 20_000
  say('case 7')
  await pass(1)
  expect(raw.writableEnded).toBe(true)
})

test('a session that ended without a message is noticed with the next beat, and a database outage ends none', async () => {
  const { open } = process()
  const over = open(0, async () => undefined)
  const unknown = open(0, async () => {
    throw new Error('The database is away')
  })
  await pass(LIVE_BEAT_SECONDS + 1)
  expect([over.raw.writableEnded, over.raw.written.includes('event: end')]).toEqual([true, true])
  expect([unknown.raw.writableEnded, unknown.raw.written.includes('event: beat')]).toEqual([false, true])
})
