import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BudgetShare, ByteBudget } from './byte-budget.ts'

/** Lets settled promises take effect. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

function growing(holder: BudgetShare, bytes: number, signal?: AbortSignal) {
  const state = { granted: false }
  const done = holder.grow(bytes, signal).then(() => {
    state.granted = true
  })
  done.catch(() => {})
  return { state, done }
}

describe('B13 a budget of bytes', () => {
  it('admits those for which there is space, and the rest in order of arrival', async () => {
    const budget = new ByteBudget({ most: 15, reserve: 5 })
    const [a, b, c, d] = [budget.holder(), budget.holder(), budget.holder(), budget.holder()]
    await a.grow(6)
    await b.grow(4)
    const favoured = growing(c, 5)
    const last = growing(d, 1)
    await settled()
    // The reserve goes to one; the next one waits, however little it needs.
    expect([favoured.state.granted, last.state.granted]).toEqual([true, false])
    b.release()
    await settled()
    expect(last.state.granted).toBe(false)
    c.release()
    await settled()
    expect(last.state.granted).toBe(true)
  })

  it('lends the reserve to the one that holds most', async () => {
    const budget = new ByteBudget({ most: 14, reserve: 4 })
    const [a, b] = [budget.holder(), budget.holder()]
    await a.grow(3)
    await b.grow(7)
    const slower = growing(a, 8)
    await settled()
    // It was alone in waiting, so it has the reserve; the next one waits until it is returned.
    expect(slower.state.granted).toBe(true)
    const nearer = growing(b, 1)
    await settled()
    expect(nearer.state.granted).toBe(false)
    a.release()
    await settled()
    expect(nearer.state.granted).toBe(true)
  })

  it('tells those who waited long to retry, and forgets those who left', async () => {
    const budget = new ByteBudget({ most: 10, reserve: 5, waitMs: 5 })
    const [a, b, c, d] = [budget.holder(), budget.holder(), budget.holder(), budget.holder()]
    await a.grow(5)
    await b.grow(5)
    await expect(c.grow(5)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 10 } })
    const cancel = new AbortController()
    const left = growing(d, 5, cancel.signal)
    cancel.abort(new Error('cancelled'))
    await expect(left.done).rejects.toThrow('cancelled')
    a.release()
    b.release()
    await c.grow(5)
  })

  it('tells one too many to retry at once, and gives all of it to one that needs more than there is', async () => {
    const budget = new ByteBudget({ most: 10, maxWaiting: 1 })
    const [a, b, c] = [budget.holder(), budget.holder(), budget.holder()]
    await a.grow(50)
    const waiting = growing(b, 1)
    await expect(c.grow(1)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 10 } })
    expect(waiting.state.granted).toBe(false)
    a.release()
    await waiting.done
  })

  it('never gives out more than there is, and always lets all of them finish', async () => {
    const work = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }), {
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(work, async (uploads) => {
        const budget = new ByteBudget({ most: 20, reserve: 9, waitMs: 60_000 })
        let held = 0
        let peak = 0
        await Promise.all(
          uploads.map(async (steps) => {
            const holder = budget.holder()
            let own = 0
            for (const bytes of steps) {
              await holder.grow(bytes)
              own += bytes
              held += bytes
              peak = Math.max(peak, held)
              await settled()
            }
            held -= own
            holder.release()
          }),
        )
        expect(held).toBe(0)
        expect(peak).toBeLessThanOrEqual(20)
      }),
      { numRuns: 60 },
    )
  })
})
