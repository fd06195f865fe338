import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConsumerDraft } from '#contract/onboarding.ts'
import { AUTOSAVE_MS } from '#contract/onboarding-steps.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { createDraftKeeper, type DraftPlaces } from './draft-saver.ts'
import type { LocalDraft } from './local-draft.ts'

/** The account on the far side of the network: one draft with a revision, as the server keeps it. */
function fakeAccount(draft: ConsumerDraft, revision: number) {
  const account = { draft, revision, failWith: null as ApiError | null, saves: 0 }
  const places: Pick<DraftPlaces<ConsumerDraft>, 'saveToAccount' | 'loadFromAccount'> = {
    saveToAccount: async (next, seen) => {
      if (account.failWith) throw account.failWith
      if (seen !== account.revision) throw new ApiError(409, 'Changed elsewhere', { error: 'STALE_VERSION' })
      account.draft = next
      account.revision += 1
      account.saves += 1
      return { revision: account.revision, savedAt: '2026-11-20T14:32:00Z' }
    },
    loadFromAccount: async () => ({ draft: account.draft, revision: account.revision }),
  }
  return { account, places }
}

function begin(draft: ConsumerDraft = {}, revision = 0) {
  const { account, places } = fakeAccount(draft, revision)
  const local: { kept: LocalDraft<ConsumerDraft> | null } = { kept: null }
  const merged: ConsumerDraft[] = []
  const keeper = createDraftKeeper<ConsumerDraft>(
    {
      ...places,
      writeLocal: (kept) => {
        local.kept = kept
        return true
      },
      removeLocal: () => {
        local.kept = null
      },
      now: () => new Date(),
    },
    { draft, synced: draft, revision, onMerged: (joined) => merged.push(joined) },
  )
  return { keeper, account, local, merged }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a draft', () => {
  test('is kept on this device and in the account 5 s after the last change', async () => {
    const { keeper, account, local } = begin()
    keeper.change({ firstName: 'A' })
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1)
    keeper.change({ firstName: 'Amara' })
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1)
    expect(local.kept).toBeNull()
    expect(keeper.status().unsaved).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(local.kept?.draft).toEqual({ firstName: 'Amara' })
    expect(account.draft).toEqual({ firstName: 'Amara' })
    expect(keeper.status()).toMatchObject({ unsaved: false, signedOut: false })
  })

  test('is kept on this device before flush returns', () => {
    const { keeper, local } = begin()
    keeper.change({ phone: '020 7946 0123' })
    void keeper.flush()
    expect(local.kept?.draft).toEqual({ phone: '020 7946 0123' })
  })

  test('that did not change is not saved', async () => {
    const { keeper, account } = begin({ firstName: 'Amara' }, 3)
    keeper.change({ firstName: 'Amara' })
    await keeper.flush()
    expect(account.saves).toBe(0)
    expect(keeper.status().unsaved).toBe(false)
  })

  test('takes in what another device saved, without losing what was typed here', async () => {
    const { keeper, account, merged } = begin({ firstName: 'Amara', phone: '1' }, 1)
    Object.assign(account, { draft: { firstName: 'Amara', phone: '1', lastName: 'Okafor' }, revision: 2 })
    keeper.change({ firstName: 'Amara', phone: '020 7946 0123' })
    await keeper.flush()
    const joined = { firstName: 'Amara', phone: '020 7946 0123', lastName: 'Okafor' }
    expect(merged).toEqual([joined])
    expect(account.draft).toEqual(joined)
    expect(keeper.status().mergedAt).not.toBeNull()
  })

  test.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
  ] as const)(
    'stays on this device when the session has ended or changed hands (%i), and says so',
    async (status, error) => {
      const { keeper, account, local } = begin()
      account.failWith = new ApiError(status, 'Sign in', { error })
      keeper.change({ lastName: 'Okafor' })
      await keeper.flush()
      expect(local.kept?.draft).toEqual({ lastName: 'Okafor' })
      expect(keeper.status()).toMatchObject({ unsaved: false, signedOut: true })
    },
  )

  test('goes to the account with the next change after an outage', async () => {
    const { keeper, account } = begin()
    account.failWith = ApiError.network(new Error('offline'))
    keeper.change({ lastName: 'O' })
    await keeper.flush()
    account.failWith = null
    keeper.change({ lastName: 'Okafor' })
    await keeper.flush()
    expect(account.draft).toEqual({ lastName: 'Okafor' })
  })

  test('is gone after the submission and never comes back', async () => {
    const { keeper, account, local } = begin()
    keeper.change({ lastName: 'Okafor' })
    keeper.forget()
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
    await keeper.flush()
    expect(local.kept).toBeNull()
    expect(account.saves).toBe(0)
  })

  test.each(['the save', 'the answers of another device'])(
    'is gone after a submission that overtook %s on the way',
    async (what) => {
      const { keeper, account, local, merged } = begin({ firstName: 'Amara' }, 1)
      if (what !== 'the save') account.revision = 2
      keeper.change({ firstName: 'Amara', lastName: 'Okafor' })
      const saved = keeper.flush()
      // One turn later a refused save is asking for what the other device saved.
      if (what !== 'the save') await Promise.resolve()
      keeper.forget()
      await saved
      expect(local.kept).toBeNull()
      expect(merged).toEqual([])
    },
  )
})
