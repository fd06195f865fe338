// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

function Harness({ busy, onConfirm }: { busy?: boolean; onConfirm: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Reject application</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Reject this application?"
        description="The person is told by email."
        confirmLabel="Reject"
        onConfirm={onConfirm}
        busy={busy}
        danger
      />
    </>
  )
}

/** What is done in the dialog takes the place of what opened it. */
function Sent() {
  const [state, setState] = useState<'empty' | 'open' | 'sent'>('empty')
  return (
    <fieldset aria-label="ID front">
      {state === 'sent' ? (
        <Button>Undo</Button>
      ) : (
        <div>
          <Button onClick={() => setState('open')}>Take a photo</Button>
        </div>
      )}
      <ConfirmDialog
        open={state === 'open'}
        onOpenChange={() => setState('empty')}
        title="Send it?"
        description="It is sent at once."
        confirmLabel="Send"
        onConfirm={() => setState('sent')}
      />
    </fieldset>
  )
}

function setUp(props: { busy?: boolean } = {}) {
  const onConfirm = vi.fn()
  render(<Harness {...props} onConfirm={onConfirm} />)
  return { user: userEvent.setup(), onConfirm }
}

describe('ConfirmDialog', () => {
  test('opens on the harmless button, and Esc returns the focus to what opened it', async () => {
    const { user, onConfirm } = setUp()
    await user.click(screen.getByRole('button', { name: 'Reject application' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reject application' })),
    )
    expect(onConfirm).not.toHaveBeenCalled()
  })

  test('focuses the first button of the group if what opened it is gone', async () => {
    const user = userEvent.setup()
    render(<Sent />)
    await user.click(screen.getByRole('button', { name: 'Take a photo' }))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' })))
  })

  test('does not close while the call is in progress', async () => {
    const { user } = setUp({ busy: true })
    await user.click(screen.getByRole('button', { name: 'Reject application' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Reject this application?' })).toBeTruthy()
  })

  test('stops the page from scrolling while it is open', async () => {
    const { user } = setUp()
    await user.click(screen.getByRole('button', { name: 'Reject application' }))
    expect(document.documentElement.style.overflow).toBe('hidden')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.documentElement.style.overflow).toBe('')
  })
})
