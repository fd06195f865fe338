import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { ClientPicker } from './client-picker.tsx'

const CLIENTS = ['Glenmore Estates', 'Fernhill Partners', 'Fjordkraft'].map((name, index) => ({
  id: index + 1,
  name,
}))

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const client = CLIENTS.find(({ id }) => pathname === `/api/admin/clients/${id}`)
    if (client) return Response.json({ client })
    const part = (searchParams.get('name') ?? '').toLowerCase()
    const found = CLIENTS.filter(({ name }) => name.toLowerCase().includes(part))
    return Response.json({ clients: found, nextCursor: null })
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Harness({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial)
  return (
    <QueryClientProvider client={queryClient}>
      <ClientPicker label="Client" value={value} onValueChange={setValue} />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
      <output>{value}</output>
    </QueryClientProvider>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Client' })
const value = () => document.querySelector('output')?.textContent

it('finds a client by part of its name', async () => {
  render(<Harness initial="" />)
  const person = userEvent.setup()
  await person.type(box(), 'part')
  await person.click(await screen.findByRole('option', { name: 'Fernhill Partners' }))
  expect([value(), box().value]).toEqual(['2', 'Fernhill Partners'])
})

it('accepts a name that was typed in full before the list had it, and clears it again', async () => {
  render(<Harness initial="" />)
  const person = userEvent.setup()
  await person.type(box(), 'fjordkraft')
  await waitFor(() => expect(value()).toBe('3'))
  await person.click(screen.getByRole('button', { name: 'Clear' }))
  expect(value()).toBe('')
  expect(box().value).toBe('')
})

it('shows the client that it starts with', async () => {
  render(<Harness initial="1" />)
  await waitFor(() => expect(box().value).toBe('Glenmore Estates'))
  const person = userEvent.setup()
  await person.clear(box())
  await person.type(box(), 'nobody')
  await screen.findByText('No client has this name')
  expect(value()).toBe('')
})
