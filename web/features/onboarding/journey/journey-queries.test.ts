// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'

const CAME = { draft: { firstName: 'Amara' }, revision: 3, savedAt: null }

beforeEach(() => {
  const answers = { '/api/onboarding/consumer/draft': CAME }
  document.body.innerHTML = `<script type="application/json" id="answers">${JSON.stringify(answers)}</script>`
  vi.spyOn(performance, 'now').mockReturnValue(2_000)
  vi.resetModules()
})
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

/** Returns the draft that a page just loaded starts with, before it has fetched any. */
async function firstDraft() {
  const { draftQuery } = await import('./journey-queries.ts')
  const { queryClient } = await import('#web/lib/query-client.ts')
  const query = draftQuery('GET /api/onboarding/consumer/draft')
  return new QueryObserver(queryClient, query).getCurrentResult().data
}

test('the draft that came with the page is there at once', async () => {
  expect(await firstDraft()).toEqual(CAME)
})

test('a page to which this tab has sent answers before requests its draft, and the page after it does not', async () => {
  sessionStorage.setItem(SESSION_KEYS.draftSent, '1')
  expect(await firstDraft()).toBeUndefined()
  vi.resetModules()
  expect(await firstDraft()).toEqual(CAME)
})
