import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { userQuery } from '#web/shared/directory/queries.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { useCaseAsDeclared } from './case-as-declared.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('shows a changed answer’s evidence only once the answer itself is here, and everything else at once', async () => {
  const of = (evidence: string, version: number) =>
    reviewCase([reviewItem('name', 'Name', { evidence })], { version })
  const { result, rerender } = renderHook(({ given }) => useCaseAsDeclared(5, given), {
    initialProps: { given: of('old', 1) },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  act(() => void queryClient.fetchQuery(userQuery(5)))
  rerender({ given: of('old', 2) })
  expect(result.current.version).toBe(2)
  rerender({ given: of('new', 3) })
  expect(result.current.version).toBe(2)
  await act(async () => answer.resolve(Response.json({ data: { id: 5 } })))
  await waitFor(() => expect(result.current.version).toBe(3))
})
