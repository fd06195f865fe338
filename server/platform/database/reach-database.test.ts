import { describe, expect, test, vi } from 'vitest'
import { reachDatabase } from './reach-database.ts'

function databaseThat(...answers: (Error | 'there')[]) {
  const query = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return { rows: [], rowCount: 0 }
  })
  return { query, pool: { query } as never }
}
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('a start', () => {
  test('waits for a database that comes later, and says so once', async () => {
    const database = databaseThat(away(), away(), 'there')
    const warn = vi.fn()
    await reachDatabase(database, { warn }, { pauseMs: 0 })
    expect(database.query).toHaveBeenCalledTimes(3)
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.lastCall?.[1]).toBe('The database can’t be reached; the start waits for it for 30 s')
  })

  test('fails with the last error of one that does not come', async () => {
    const database = databaseThat(away())
    await expect(reachDatabase(database, { warn: vi.fn() }, { withinMs: 0, pauseMs: 0 })).rejects.toThrow(
      'ECONNREFUSED',
    )
  })

  test('does not wait for one that refuses its account', async () => {
    const database = databaseThat(
      Object.assign(new Error('password authentication failed'), { code: '28P01' }),
    )
    const warn = vi.fn()
    await expect(reachDatabase(database, { warn })).rejects.toThrow('password')
    expect(warn).not.toHaveBeenCalled()
  })
})
