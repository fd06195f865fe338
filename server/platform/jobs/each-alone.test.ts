import { expect, test } from 'vitest'
import { eachAlone } from './each-alone.ts'

const people = [{ id: 1 }, { id: 2 }, { id: 3 }]

function toldTo(lines: unknown[]) {
  const log = { error: (...line: unknown[]) => void lines.push(line) }
  return { log, failed: 'It failed' }
}

test('one that fails is told in the log, and the others have their turn', async () => {
  const lines: unknown[] = []
  const failure = new Error('half-way')
  const work = async ({ id }: { id: number }) => {
    if (id === 2) throw failure
    return true
  }
  expect(await eachAlone(people, work, toldTo(lines))).toBe(2)
  expect(lines).toEqual([[{ err: failure, id: 2 }, 'It failed']])
})

test('where the database is away nothing more is tried', async () => {
  const seen: number[] = []
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const work = async ({ id }: { id: number }) => {
    seen.push(id)
    throw away
  }
  await expect(eachAlone(people, work, toldTo([]))).rejects.toBe(away)
  expect(seen).toEqual([1])
})

test('one whose statement took too long holds up none behind it', async () => {
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
