import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { NameView } from './name-view.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it.each([
  ['Old proofs', 'View replaced'],
  ['New proofs', 'View saved'],
])('tells whether the view saved as %s is another: %s', async (name, said) => {
  const view = { id: 1, name, search: {} }
  vi.stubGlobal('fetch', async () => Response.json({ view, views: [view] }))
  const onSaved = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <NameView
        list="queue"
        search={{}}
        own={[{ name: 'Old proofs' }]}
        onSaved={onSaved}
        onCancel={vi.fn()}
      />
      <Toaster />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of this view' }), `${name}{Enter}`)
  expect(await screen.findByText(said)).toBeVisible()
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(name))
})
