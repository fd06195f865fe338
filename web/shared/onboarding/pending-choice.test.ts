import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { forgetPendingChoice, pendingChoice, storePendingChoice } from './choose-user-type.ts'

const ME = 7
const store = (value: unknown) =>
  localStorage.setItem(
    LOCAL_KEYS.pendingUserTypeUpdate,
    typeof value === 'string' ? value : JSON.stringify(value),
  )

beforeEach(() => localStorage.clear())

describe('a choice that waits for its certification', () => {
  it('is stored with its flags until it is applied', () => {
    storePendingChoice(ME, 'trade')
    expect(JSON.parse(localStorage.getItem('pending_user_type_update') ?? '')).toMatchObject({
      user_type: 'trade',
      is_trader: true,
      is_investor: false,
    })
    expect(pendingChoice(ME)).toBe('trade')
    forgetPendingChoice()
    expect(pendingChoice(ME)).toBeNull()
  })

  it('is not visible to anyone else who uses this browser', () => {
    storePendingChoice(ME, 'invest')
    expect(pendingChoice(8)).toBeNull()
  })

  it.each([
    ['no JSON', '{"user_type":'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', ['trade']],
    ['a type that does not exist', { userId: ME, user_type: 'admin' }],
    ['a type that waits for nothing', { userId: ME, user_type: 'sell' }],
    ['a type of a stranger', { userId: '7', user_type: 'trade' }],
    ['an object in place of a type', { userId: ME, user_type: { toString: 'trade' } }],
  ])('counts as none if storage contains %s', (_, value) => {
    store(value)
    expect(pendingChoice(ME)).toBeNull()
  })

  it('is lost, and nothing else, if storage is blocked', () => {
    vi.stubGlobal('localStorage', null)
    storePendingChoice(ME, 'trade')
    expect(pendingChoice(ME)).toBeNull()
    forgetPendingChoice()
    vi.unstubAllGlobals()
  })
})
