// @vitest-environment jsdom
import './jsdom-gaps.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeDialogsByBack } from './back-closes.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { AnchoredPopover } from './popover.tsx'

/** Says when another document is on its way, which jsdom never loads. */
const navigation = new EventTarget()
vi.stubGlobal('navigation', navigation)
const history = createBrowserHistory()
closeDialogsByBack(history)

afterEach(cleanup)

function Page() {
  const [open, setOpen] = useState<'none' | 'terms' | 'question'>('none')
  return (
    <>
      <Button onClick={() => setOpen('terms')}>Terms</Button>
      <Dialog open={open !== 'none'} onOpenChange={() => setOpen('none')} title="Terms">
        <Button onClick={() => setOpen('question')}>Decline</Button>
        <Button
          onClick={() => {
            setOpen('none')
            history.push('/privacy')
          }}
        >
          Privacy
        </Button>
        <Dialog open={open === 'question'} onOpenChange={() => setOpen('terms')} title="Decline them?" />
      </Dialog>
    </>
  )
}

async function openTerms() {
  render(<Page />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Terms' }))
  return { user, terms: screen.getByRole('dialog', { name: 'Terms' }) }
}

const place = () => ({ path: history.location.pathname, index: history.location.state.__TSR_index })

test('on the first page of a visit Back closes one dialog after the other, and leaves no entry', async () => {
  const first = place()
  expect(first.index).toBe(0)
  const { user } = await openTerms()
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Decline them?' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Terms' })).toBeTruthy()
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(place()).toEqual(first))
  // Forward finds nothing that is open, and returns.
  const seen: number[] = []
  const note = () => seen.push(window.history.state?.__TSR_index ?? 0)
  addEventListener('popstate', note)
  window.history.forward()
  await waitFor(() => expect(seen).toEqual([1, 0]))
  removeEventListener('popstate', note)
})

test('a dialog closed by its button takes its entry with it', async () => {
  const first = place()
  const { user } = await openTerms()
  await waitFor(() => expect(place().index).toBe(first.index + 1))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(place()).toEqual(first))
})

function WithPopover() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button ref={anchor} type="button" onClick={() => setOpen(!isOpen)}>
        Report Bug
      </button>
      <AnchoredPopover anchor={anchor} open={isOpen} onClose={() => setOpen(false)} label="Report Bug">
        What went wrong?
      </AnchoredPopover>
    </>
  )
}

test('Back closes an open popover, too', async () => {
  const first = place()
  render(<WithPopover />)
  await userEvent.click(screen.getByRole('button', { name: 'Report Bug' }))
  expect(screen.getByRole('dialog', { name: 'Report Bug' })).toBeTruthy()
  await waitFor(() => expect(place().index).toBe(first.index + 1))
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(place()).toEqual(first))
})

test('nothing goes back while another document is on its way, because that would keep this one', async () => {
  const first = place()
  const { user } = await openTerms()
  const entry = place()
  expect(entry.index).toBe(first.index + 1)
  const destination = { sameDocument: false }
  navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination, downloadRequest: null }))
  const back = vi.spyOn(history, 'back')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(back).not.toHaveBeenCalled()
  expect(place()).toEqual(entry)
  // It was stopped: the next dialog takes the entry with it.
  navigation.dispatchEvent(new Event('navigateerror'))
  await user.click(screen.getByRole('button', { name: 'Terms' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(place()).toEqual(first))
})

test('a link in a dialog leads from the page below, and Back leads there', async () => {
  const first = place()
  const { user } = await openTerms()
  await user.click(screen.getByRole('button', { name: 'Privacy' }))
  await waitFor(() => expect(place()).toEqual({ path: '/privacy', index: first.index + 1 }))
  await waitFor(() => expect(location.pathname).toBe('/privacy'))
  expect(history.location.pathname).toBe('/privacy')
  window.history.back()
  await waitFor(() => expect(place()).toEqual(first))
})

test('on a later page Back closes the dialog before anyone is asked about leaving', async () => {
  history.push('/form')
  await waitFor(() => expect(place().path).toBe('/form'))
  const form = place()
  let asked = 0
  const stop = history.block({
    enableBeforeUnload: false,
    blockerFn: () => {
      asked += 1
      return true
    },
  })
  await openTerms()
  expect(place()).toEqual(form)
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(place()).toEqual(form)
  expect(asked).toBe(0)
  window.history.back()
  await waitFor(() => expect(asked).toBe(1))
  stop()
})
