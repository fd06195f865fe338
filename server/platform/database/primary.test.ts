import { describe, expect, test } from 'vitest'
import { addressesOf } from './postgres.ts'
import { primaryOf } from './primary.ts'

describe('the addresses of a URL', () => {
  test.each([
    ['postgres://app:p%40ss@db/name', ['postgres://app:p%40ss@db/name']],
    [
      'postgres://app:p@a:5432,b:5433,[::1]:5434/name?sslmode=require',
      [
        'postgres://app:p@a:5432/name?sslmode=require',
        'postgres://app:p@b:5433/name?sslmode=require',
        'postgres://app:p@[::1]:5434/name?sslmode=require',
      ],
    ],
    ['postgres:///name?host=/run/postgresql', ['postgres:///name?host=/run/postgresql']],
    ['postgres://a,b/name', ['postgres://a/name', 'postgres://b/name']],
  ])('%s', (url, addresses) => {
    expect(addressesOf(url)).toEqual(addresses)
  })
})

describe('which server accepts writes', () => {
  /** Servers by what each answers, and a list of those that were asked. */
  function servers(states: Record<string, 'writable' | 'standby' | 'away' | 'hangs'>) {
    const asked: string[] = []
    const primary = primaryOf(Object.keys(states), async (address) => {
      asked.push(address)
      const state = states[address]
      if (state === 'away') throw new Error(`${address} is away`)
      if (state === 'hangs') await new Promise(() => {})
      return state === 'writable'
    })
    return { states, asked, primary }
  }

  test('is found wherever it is in the list, without waiting for one that hangs', async () => {
    const { primary } = servers({ a: 'hangs', b: 'standby', c: 'writable' })
    expect(await primary.find()).toBe('c')
  })

  test('is remembered until it is forgotten, and simultaneous requests share a search', async () => {
    const { primary, asked, states } = servers({ a: 'writable', b: 'standby' })
    expect(await Promise.all([primary.find(), primary.find()])).toEqual(['a', 'a'])
    expect(asked).toEqual(['a', 'b'])
    Object.assign(states, { a: 'away', b: 'writable' })
    expect(await primary.find()).toBe('a')
    primary.forget()
    expect(await primary.find()).toBe('b')
  })

  test('is none: the first that answers serves reads, and the next connection searches again', async () => {
    const { primary, states } = servers({ a: 'away', b: 'standby', c: 'standby' })
    expect(await primary.find()).toBe('b')
    states.c = 'writable'
    expect(await primary.find()).toBe('c')
  })

  test('is unknown if none answers: the error says why the first does not, and the next one searches again', async () => {
    const { primary, states } = servers({ a: 'away', b: 'away' })
    await expect(primary.find()).rejects.toThrow('a is away')
    states.b = 'writable'
    expect(await primary.find()).toBe('b')
  })
})
