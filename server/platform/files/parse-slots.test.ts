import { describe, expect, it } from 'vitest'
import { ParseSlots } from './parse-slots.ts'

function jobs(slots: ParseSlots) {
  const running = new Set<string>()
  const ends = new Map<string, () => void>()
  const start = (name: string, cost = 1, signal?: AbortSignal) =>
    slots.run(
      cost,
      () => {
        running.add(name)
        return new Promise<void>((resolve) =>
          ends.set(name, () => {
            running.delete(name)
            resolve()
          }),
        )
      },
      signal,
    )
  return { running, start, end: (name: string) => ends.get(name)?.() }
}

/** Lets what is settled already take its effect. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('R42 parse slots', () => {
  it('run at most 4 jobs at once, in the order they came', async () => {
    const { running, start, end } = jobs(new ParseSlots())
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => start(name))
    await settled()
    expect([...running]).toEqual(['a', 'b', 'c', 'd'])
    end('b')
    await settled()
    expect([...running]).toEqual(['a', 'c', 'd', 'e'])
    end('a')
    await settled()
    for (const name of running) end(name)
    await Promise.all(all)
  })

  it('bound what runs at once by its cost, and run what is too costly alone', async () => {
    const { running, start, end } = jobs(new ParseSlots({ maxCost: 10 }))
    void start('a', 6)
    void start('large', 50)
    void start('c', 1)
    await settled()
    expect([...running]).toEqual(['a'])
    end('a')
    await settled()
    expect([...running]).toEqual(['large'])
    end('large')
    await settled()
    expect([...running]).toEqual(['c'])
  })

  it('tell the one too many to come back', async () => {
    const { start } = jobs(new ParseSlots({ maxRunning: 1, maxWaiting: 1 }))
    void start('a')
    void start('b')
    await expect(start('c')).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 10 } })
  })

  it('forget a waiting job that is aborted, and free the slot of a failing one', async () => {
    const slots = new ParseSlots({ maxRunning: 1, maxWaiting: 1 })
    const { running, start, end } = jobs(slots)
    void start('a')
    const cancel = new AbortController()
    const waiting = start('b', 1, cancel.signal)
    cancel.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    end('a')
    await expect(slots.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    void start('c')
    await settled()
    expect([...running]).toEqual(['c'])
  })
})
