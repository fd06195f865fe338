import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import { AUTOSAVE_MS } from '#contract/onboarding/onboarding-steps.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { createDraftSaver, type DraftPlaces } from './draft-saver.ts'
import type { LocalDraft } from './local-draft.ts'

/** The account on the server: one draft with a revision. */
function fakeAccount(draft: ConsumerDraft, revision: number) {
  const account = {
    draft: draft as ConsumerDraft | null,
    revision,
    failWith: null as ApiError | null,
    saves: 0,
  }
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

const OPEN = Promise.resolve()

function begin(draft: ConsumerDraft = {}, revision = 0) {
  const { account, places } = fakeAccount(draft, revision)
  const local = {
    kept: null as Omit<LocalDraft<ConsumerDraft>, 'round'> | null,
    isFull: false,
    writes: 0,
    opened: OPEN,
  }
  const merged: ConsumerDraft[] = []
  const saver = createDraftSaver<ConsumerDraft>(
    {
      ...places,
      writeLocal: async (kept) => {
        local.writes += 1
        await local.opened
        if (!local.isFull) local.kept = kept
        return !local.isFull
      },
      removeLocal: () => {
        local.kept = null
      },
      now: () => new Date(),
    },
    { draft, synced: draft, revision, onMerged: (joined) => merged.push(joined) },
  )
  return { saver, account, local, merged }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a draft', () => {
  test('is on this device at once, and in the account 5 s after the last change', async () => {
    const { saver, account, local } = begin()
    saver.change({ firstName: 'A' })
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1)
    saver.change({ firstName: 'Amara' })
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1)
    expect(local.kept?.draft).toEqual({ firstName: 'Amara' })
    expect(account.saves).toBe(0)
    // What is said of it follows the account's pace.
    expect(saver.status()).toMatchObject({ unsaved: true, savedHereAt: null })
    await vi.advanceTimersByTimeAsync(1)
    expect(account.draft).toEqual({ firstName: 'Amara' })
    expect(saver.status()).toMatchObject({ unsaved: false, signedOut: false })
    expect(saver.status().savedHereAt).not.toBeNull()
  })

  test('is stored as it is last, by one write after the other, however fast someone types', async () => {
    const { saver, local } = begin()
    const { promise, resolve } = Promise.withResolvers<void>()
    local.opened = promise
    for (const firstName of ['A', 'Am', 'Ama', 'Amar', 'Amara']) saver.change({ firstName })
    expect(local.writes).toBe(1)
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(local.kept?.draft).toEqual({ firstName: 'Amara' })
    expect(local.writes).toBe(2)
  })

  test('that this device refuses is tried again by a save, not at each change, and is unsaved until then', async () => {
    const { saver, account, local } = begin()
    account.failWith = ApiError.network(new Error('offline'))
    local.isFull = true
    saver.change({ lastName: 'O' })
    await vi.advanceTimersByTimeAsync(0)
    saver.change({ lastName: 'Ok' })
    await vi.advanceTimersByTimeAsync(0)
    expect(local.writes).toBe(1)
    await saver.flush()
    expect(saver.status().unsaved).toBe(true)
    local.isFull = false
    await saver.flush()
    expect(local.kept?.draft).toEqual({ lastName: 'Ok' })
    expect(saver.status().unsaved).toBe(false)
  })

  test('is not saved if it did not change', async () => {
    const { saver, account } = begin({ firstName: 'Amara' }, 3)
    saver.change({ firstName: 'Amara' })
    await saver.flush()
    expect(account.saves).toBe(0)
    expect(saver.status().unsaved).toBe(false)
  })

  test('includes what another device saved, without losing what was typed here', async () => {
    const { saver, account, merged } = begin({ firstName: 'Amara', phone: '1' }, 1)
    Object.assign(account, { draft: { firstName: 'Amara', phone: '1', lastName: 'Okafor' }, revision: 2 })
    saver.change({ firstName: 'Amara', phone: '020 7946 0123' })
    await saver.flush()
    const joined = { firstName: 'Amara', phone: '020 7946 0123', lastName: 'Okafor' }
    expect(merged).toEqual([joined])
    expect(account.draft).toEqual(joined)
    expect(saver.status().elsewhere?.changes).toEqual([{ path: 'lastName', there: 'Okafor', isKept: false }])
  })

  test('changed on both devices has what was typed here, and keeps the other to choose', async () => {
    const { saver, account } = begin({ phone: '1' }, 1)
    Object.assign(account, { draft: { phone: '2' }, revision: 2 })
    saver.change({ phone: '3' })
    await saver.flush()
    expect(account.draft).toEqual({ phone: '3' })
    expect(saver.status().elsewhere?.changes).toEqual([{ path: 'phone', there: '2', isKept: true }])
  })

  test('that the account has no more stays on the page, which says so', async () => {
    const { saver, account, merged } = begin({ phone: '1', firstName: 'Amara' }, 1)
    Object.assign(account, { draft: null, revision: 0 })
    saver.change({ phone: '3', firstName: 'Amara' })
    await saver.flush()
    expect(merged).toEqual([])
    expect(account.draft).toEqual({ phone: '3', firstName: 'Amara' })
    expect(saver.status().elsewhere).toEqual({ changes: [], isGone: true })
  })

  test('is submitted by the revision that the page shows, and not before newer answers were seen', async () => {
    const { saver, account } = begin({ phone: '1' }, 1)
    expect(await saver.revisionToSubmit()).toBe(1)
    saver.change({ phone: '2' })
    expect(await saver.revisionToSubmit()).toBe(2)
    Object.assign(account, { draft: { phone: '2', lastName: 'Okafor' }, revision: 3 })
    // The server refuses the submission, because this page hasn’t seen the name.
    expect(await saver.revisionToSubmit()).toBe(2)
    expect(await saver.mergeNewer()).toBe(true)
    expect(await saver.revisionToSubmit()).toBe(3)
    // Another tab that only opened a step has changed no answer.
    Object.assign(account, { draft: { phone: '2', lastName: 'Okafor', step: 'review' }, revision: 4 })
    expect(await saver.mergeNewer()).toBe(false)
    Object.assign(account, { draft: { phone: '9', lastName: 'Okafor' }, revision: 5 })
    saver.change({ phone: '2', lastName: 'Okafor', firstName: 'Amara' })
    expect(await saver.revisionToSubmit()).toBeNull()
  })

  test('takes what another tab saved when someone comes back, says so until it is read, and keeps what was typed', async () => {
    const { saver, account, merged } = begin({ phone: '1' }, 1)
    await saver.catchUp()
    expect(saver.status()).toMatchObject({ elsewhere: null, merges: 0 })
    Object.assign(account, { draft: { phone: '9', lastName: 'Okafor' }, revision: 2 })
    saver.change({ phone: '2' })
    await saver.catchUp()
    expect(merged).toEqual([{ phone: '2', lastName: 'Okafor' }])
    expect(saver.status().elsewhere?.changes.map(({ path }) => path)).toEqual(['phone', 'lastName'])
    expect(saver.status().merges).toBe(1)
    saver.dismissElsewhere()
    await saver.catchUp()
    expect(saver.status()).toMatchObject({ elsewhere: null, merges: 1 })
    // The other tab’s answers are part of what is saved next, and of what is submitted.
    expect(await saver.revisionToSubmit()).toBe(3)
    expect(account.draft).toEqual({ phone: '2', lastName: 'Okafor' })
  })

  test('that was never saved is not said to be gone when someone comes back', async () => {
    const { saver, account } = begin()
    account.draft = null
    await saver.catchUp()
    expect(saver.status().elsewhere).toBeNull()
  })

  test.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
  ] as const)(
    'stays on this device if the session has ended or is another person’s (%i), and says so',
    async (status, error) => {
      const { saver, account, local } = begin()
      account.failWith = new ApiError(status, 'Sign in', { error })
      saver.change({ lastName: 'Okafor' })
      await saver.flush()
      expect(local.kept?.draft).toEqual({ lastName: 'Okafor' })
      expect(saver.status()).toMatchObject({ unsaved: false, signedOut: true })
    },
  )

  test('is sent to the account with the next change after an outage', async () => {
    const { saver, account } = begin()
    account.failWith = ApiError.network(new Error('offline'))
    saver.change({ lastName: 'O' })
    await saver.flush()
    account.failWith = null
    saver.change({ lastName: 'Okafor' })
    await saver.flush()
    expect(account.draft).toEqual({ lastName: 'Okafor' })
  })

  test('is deleted by the submission and never returns', async () => {
    const { saver, account, local } = begin()
    saver.change({ lastName: 'Okafor' })
    saver.forget()
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
    await saver.flush()
    expect(local.kept).toBeNull()
    expect(account.saves).toBe(0)
  })

  test('is gone after a submission that overtook its write', async () => {
    const { saver, local } = begin()
    const { promise, resolve } = Promise.withResolvers<void>()
    local.opened = promise
    saver.change({ lastName: 'Okafor' })
    saver.forget()
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(local.writes).toBe(1)
    expect(local.kept).toBeNull()
  })

  test('that was submitted elsewhere is saved nowhere any more, and is not submitted from here', async () => {
    const { saver, account, local } = begin({ firstName: 'Amara' }, 3)
    account.failWith = new ApiError(409, 'Submitted', { error: 'INVALID_STATE' })
    saver.change({ firstName: 'Amara', lastName: 'Okafor' })
    expect(await saver.revisionToSubmit()).toBeNull()
    expect(saver.status()).toMatchObject({ isSubmitted: true, unsaved: false })
    account.failWith = null
    saver.change({ firstName: 'Amara', lastName: 'Byron' })
    await saver.flush()
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
    expect([account.saves, local.kept]).toEqual([0, null])
  })

  test.each(['the save', 'the answers of another device'])(
    'is deleted by a submission that overtook %s',
    async (what) => {
      const { saver, account, local, merged } = begin({ firstName: 'Amara' }, 1)
      if (what !== 'the save') account.revision = 2
      saver.change({ firstName: 'Amara', lastName: 'Okafor' })
      const saved = saver.flush()
      // One microtask later a refused save is fetching what the other device saved.
      if (what !== 'the save') await Promise.resolve()
      saver.forget()
      await saved
      expect(local.kept).toBeNull()
      expect(merged).toEqual([])
    },
  )
})
