// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

type HarnessProps = { onSubmit: () => void; initiallyBusy?: boolean; disabled?: boolean }

function Harness({ onSubmit, initiallyBusy = false, disabled }: HarnessProps) {
  const [busy, setBusy] = useState(initiallyBusy)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
    setBusy(true)
  }
  return (
    <form onSubmit={handleSubmit}>
      <input aria-label="Name" />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Saving..." disabled={disabled}>
        Continue
      </Button>
    </form>
  )
}

function setUp(props: Omit<HarnessProps, 'onSubmit'> = {}) {
  const onSubmit = vi.fn()
  render(<Harness {...props} onSubmit={onSubmit} />)
  return { user: userEvent.setup(), onSubmit }
}

describe('Button', () => {
  test('a double click submits once: the busy button ignores the second', async () => {
    const { user, onSubmit } = setUp()
    await user.dblClick(screen.getByRole('button', { name: 'Continue' }))
    expect(onSubmit).toHaveBeenCalledTimes(1)
    const button = screen.getByRole('button', { name: 'Saving...' })
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  test('a busy button without a text of its own keeps its name', () => {
    // A hidden label gives no name; jsdom doesn't know the class.
    const styles = document.head.appendChild(document.createElement('style'))
    styles.textContent = '.invisible { visibility: hidden }'
    render(<Button busy>Skip</Button>)
    expect(screen.getByRole('button', { name: 'Skip' }).getAttribute('aria-busy')).toBe('true')
    styles.remove()
  })

  test('Enter in a field does not submit while busy', async () => {
    const { user, onSubmit } = setUp({ initiallyBusy: true })
    await user.type(screen.getByLabelText('Name'), 'Amara{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('a disabled button can be focused, so that its reason is read, and does nothing', async () => {
    const { user, onSubmit } = setUp({ disabled: true })
    const button = screen.getByRole('button', { name: 'Continue' })
    await user.click(button)
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
