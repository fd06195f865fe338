import { expect, test } from 'vitest'
import { eachAlone } from './each-alone.ts'

const people = [{ id: 1 }, { id: 2 }, { id: 3 }]

function toldTo(lines: unknown[]) {
  const log = { error: (...line: unknown[]) => void lines.push(line) }
  return { log, failed: 'It failed' }
}

test('a failure is logged, and the others still have their turn', async () => {
  const lines: unknown[] = []
  const failure = new Error('half-way')
  const work = async ({ id }: { id: number }) => {
    if (id === 2) throw failure
    return true
  }
  expect(await eachAlone(people, work, toldTo(lines))).toBe(2)
  expect(lines).toEqual([[{ err: failure, id: 2 }, 'It failed']])
})

test('nothing more is tried while the database is down', async () => {
  const seen: number[] = []
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const work = async ({ id }: { id: number }) => {
    seen.push(id)
    throw away
  }
  await expect(eachAlone(people, work, toldTo([]))).rejects.toBe(away)
  expect(seen).toEqual([1])
})

test('a statement that took too long does not hold up the others', async () => {
  const cancelled = Object.assign(new Error('canceling statement'), { code: '57014' })
  const work = async ({ id }: { id: number }) => {
    if (id === 1) throw cancelled
    return true
  }
  expect(await eachAlone(people, work, toldTo([]))).toBe(2)
})

test('a process that stops leaves the rest to the next run', async () => {
  const stop = new AbortController()
  const work = async ({ id }: { id: number }) => {
    if (id === 2) stop.abort()
    return id !== 1
  }
  expect(await eachAlone(people, work, { ...toldTo([]), signal: stop.signal })).toBe(1)
})
