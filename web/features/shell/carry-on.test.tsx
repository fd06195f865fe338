import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { carryOn } from './watch.tsx'

let isUp: boolean
const sent = vi.fn()
let stop: () => void
beforeEach(() => {
  isUp = false
  sent.mockClear()
  stop = carryOn()
})
afterEach(() => {
  stop()
  queryClient.clear()
})

async function send(text: string): Promise<void> {
  if (!isUp) throw new ApiError(0, 'We can’t reach the server.')
  sent(text)
}

function Form({ isQuiet = false }: { isQuiet?: boolean }) {
  const [text, setText] = useState('')
  const save = useMutation({ mutationFn: send, retry: false, meta: { isQuiet } })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(text)
      }}
    >
      <label>
        Name
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit">Save</button>
      <button type="button" onClick={() => save.mutate('by a button alone')}>
        Confirm
      </button>
      {save.isError ? <p>Not saved</p> : null}
    </form>
  )
}

const shown = (page = <Form />) =>
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)
const type = (text: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value: text } })
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByText('Not saved')
}
const lineIsBack = async () => {
  isUp = true
  await act(async () => void window.dispatchEvent(new Event('online')))
}

test('a form whose connection was lost is sent once when it is back', async () => {
  shown()
  type('Amara')
  await press('Save')
  await lineIsBack()
  await waitFor(() => expect(sent.mock.calls).toEqual([['Amara']]))
  await lineIsBack()
  expect(sent).toHaveBeenCalledTimes(1)
})

test('so is a button’s action, repeatedly until the connection holds', async () => {
  shown()
  await press('Confirm')
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(sent).not.toHaveBeenCalled()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  await lineIsBack()
  await waitFor(() => expect(sent.mock.calls).toEqual([['by a button alone']]))
})

test('nothing is sent that was changed since, that its person has left, or that they never pressed', async () => {
  const { unmount } = shown()
  type('Amara')
  await press('Save')
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Amara O' } })
  await lineIsBack()
  expect(sent).not.toHaveBeenCalled()
  unmount()

  isUp = false
  const left = shown()
  await press('Save')
  left.unmount()
  await lineIsBack()
  expect(sent).not.toHaveBeenCalled()

  isUp = false
  shown(<Form isQuiet />)
  await press('Save')
  await lineIsBack()
  expect(sent).not.toHaveBeenCalled()
})
