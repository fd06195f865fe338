// @vitest-environment jsdom
import './jsdom-gaps.ts'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'
import { AnchoredPopover, Popover } from './popover.tsx'
import { currentToasts, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

function Anchored() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button ref={anchor} type="button" onClick={() => setOpen(!isOpen)}>
        Open
      </button>
      <AnchoredPopover anchor={anchor} open={isOpen} onClose={() => setOpen(false)} label="Details">
        <p>What it is about</p>
      </AnchoredPopover>
    </>
  )
}

it.each([
  [
    'beside its own button',
    <Popover key="own" label="Details" trigger={<Button>Open</Button>}>
      What it is about
    </Popover>,
  ],
  ['beside a button elsewhere', <Anchored key="anchored" />],
])(
  'stays open %s while a message is dismissed, and closes at a press anywhere else',
  async (_where, popover) => {
    const user = userEvent.setup()
    render(
      <>
        <p>Beside</p>
        {popover}
        <Toaster />
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Open' }))
    act(() => void toast({ title: 'Saved' }))
    await user.click(screen.getByText('Saved'))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(currentToasts()).toEqual([])
    screen.getByText('What it is about')
    await user.click(screen.getByText('Beside'))
    expect(screen.queryByText('What it is about')).toBeNull()
  },
)
