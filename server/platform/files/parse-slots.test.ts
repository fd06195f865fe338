import { describe, expect, it } from 'vitest'
import { ParseSlots } from './parse-slots.ts'

function jobs(slots: ParseSlots) {
  const running = new Set<string>()
  const ends = new Map<string, () => void>()
  const start = (
    name: string,
    {
      person = name,
      kind = 'picture' as 'picture' | 'heavy picture' | 'pdf',
      cost = 1,
      signal = undefined as AbortSignal | undefined,
    } = {},
  ) =>
    slots.run(
      { person, kind, cost },
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

/** Lets settled promises take effect. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('R42 parse slots', () => {
  it('run at most 4 jobs at once, in order of arrival', async () => {
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

  it('limit what runs at once by its cost, and run what is too costly alone', async () => {
    const { running, start, end } = jobs(new ParseSlots({ maxCost: 10 }))
    void start('a', { cost: 6 })
    void start('large', { cost: 50 })
    void start('c')
    await settled()
    expect([...running]).toEqual(['a'])
    end('a')
    await settled()
    expect([...running]).toEqual(['large'])
    end('large')
    await settled()
    expect([...running]).toEqual(['c'])
  })

  it('tell one too many to retry', async () => {
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
    const waiting = start('b', { signal: cancel.signal })
    cancel.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    end('a')
    await expect(
      slots.run({ person: 'x', kind: 'picture', cost: 1 }, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken')
    void start('c')
    await settled()
    expect([...running]).toEqual(['c'])
  })

  const ten = Array.from({ length: 10 }, (_, index) => `hostile ${index}`)

  it('T2 give each person one slot at a time, and the next to someone who has not had any', async () => {
    const { running, start, end } = jobs(new ParseSlots({ maxRunning: 1 }))
    for (const name of ten) void start(name, { person: 'a stranger' })
    void start('honest')
    await settled()
    expect([...running]).toEqual(['hostile 0'])
    end('hostile 0')
    await settled()
    expect([...running]).toEqual(['honest'])
  })

  it('A20 T2 let an honest PDF start at once next to ten of someone else, and pictures next to both', async () => {
    const { running, start } = jobs(new ParseSlots({ maxCost: 10 }))
    for (const name of ten) void start(name, { person: 'a stranger', kind: 'pdf', cost: 0 })
    void start('honest', { kind: 'pdf', cost: 0 })
    void start('third', { kind: 'pdf', cost: 0 })
    void start('large picture', { cost: 50 })
    void start('other picture', { cost: 50 })
    await settled()
    expect([...running]).toEqual(['hostile 0', 'honest', 'large picture'])
  })

  it('A20 T2 let an ordinary picture start at once next to the heavy ones of four people, who take turns', async () => {
    const { running, start, end } = jobs(new ParseSlots({ maxCost: 2 }))
    for (const name of ['h1', 'h2', 'h3', 'h4']) void start(name, { kind: 'heavy picture' })
    void start('honest')
    await settled()
    expect([...running]).toEqual(['h1', 'honest'])
    end('h1')
    await settled()
    expect([...running]).toEqual(['honest', 'h2'])
  })

  it('T2 let people take turns: the one served last waits longest', async () => {
    const { running, start, end } = jobs(new ParseSlots({ maxRunning: 1 }))
    const order: string[] = []
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void start(name, { person: name.slice(0, 1) })
    for (let served = 0; served < 5; served += 1) {
      await settled()
      const [name = ''] = running
      order.push(name)
      end(name)
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  })
})
