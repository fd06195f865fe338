import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ComboboxField } from './combobox-field.tsx'

const OPTIONS = [
  { value: 'FR', label: 'France' },
  { value: 'DE', label: 'Germany' },
  { value: 'UA', label: 'Ukraine' },
  { value: 'GB', label: 'United Kingdom', keywords: ['UK'] },
]

/** The form's value each time the field was left. */
let left: string[] = []

function Harness({ initial, onSubmit }: { initial: string; onSubmit: () => void }) {
  const [value, setValue] = useState(initial)
  const [hasMore, setMore] = useState(false)
  return (
    <form
      onKeyDown={(event) => {
        if (event.ctrlKey && event.key === 'm') setMore(true)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <ComboboxField
        label="Country"
        options={hasMore ? [{ value: 'DZ', label: 'Algeria' }, ...OPTIONS] : OPTIONS}
        value={value}
        onValueChange={setValue}
        onBlur={() => left.push(value)}
        listLabel="Countries"
        noMatch="No country has this name"
      />
      <button type="button" onClick={() => setValue('FR')}>
        From another device
      </button>
      <output>{value}</output>
    </form>
  )
}

function setUp(initial = '') {
  const onSubmit = vi.fn()
  left = []
  render(<Harness initial={initial} onSubmit={onSubmit} />)
  return { user: userEvent.setup(), onSubmit }
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
const value = () => document.querySelector('output')?.textContent
const listed = () => screen.queryAllByRole('option').map((option) => option.textContent)
const markedOption = () => {
  const id = box().getAttribute('aria-activedescendant')
  return id ? document.getElementById(id)?.textContent : null
}

/**
 * Presses keys like a browser that has no time to render in between: only what is due immediately after an
 * event happens before the next.
 */
async function withoutWaiting(keys: readonly string[]) {
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  react.IS_REACT_ACT_ENVIRONMENT = false
  for (const key of keys) {
    box().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await Promise.resolve()
  }
  react.IS_REACT_ACT_ENVIRONMENT = true
  await waitFor(() => expect(listed()).toEqual([]))
}

describe('a combobox', () => {
  test('narrows its list while people type, and Enter chooses the marked option without submitting', async () => {
    const { user, onSubmit } = setUp()
    await user.type(box(), 'uk')
    expect(listed()).toEqual(['United Kingdom', 'Ukraine'])
    expect(markedOption()).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(markedOption()).toBe('United Kingdom')
    await user.keyboard('{ArrowDown}')
    expect(markedOption()).toBe('Ukraine')
    await user.keyboard('{Enter}')
    expect(box().value).toBe('Ukraine')
    expect(value()).toBe('UA')
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  test.each(['Enter', 'Tab'])(
    'chooses the marked option with %s pressed before the list is drawn again',
    async (key) => {
      const { user } = setUp()
      await user.type(box(), 'unit')
      await withoutWaiting(['ArrowDown', key])
      expect(value()).toBe('GB')
    },
  )

  test.each(['{Enter}', '{Tab}'])('%s never chooses what was not marked on purpose', async (key) => {
    const { user, onSubmit } = setUp()
    await user.type(box(), 'unit')
    expect(listed()).toEqual(['United Kingdom'])
    await user.keyboard(key)
    expect([box().value, value()]).toEqual(['unit', ''])
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('chooses the marked option with Tab', async () => {
    const { user } = setUp()
    await user.type(box(), 'ger')
    await user.keyboard('{ArrowDown}')
    await user.tab()
    expect(box().value).toBe('Germany')
    expect(value()).toBe('DE')
  })

  test('opens with an arrow key on the chosen option, and wraps at the ends', async () => {
    const { user } = setUp('GB')
    box().focus()
    await user.keyboard('{ArrowDown}')
    expect(listed()).toHaveLength(OPTIONS.length)
    expect(markedOption()).toBe('United Kingdom')
    await user.keyboard('{ArrowDown}')
    expect(markedOption()).toBe('France')
    await user.keyboard('{ArrowUp}')
    expect(markedOption()).toBe('United Kingdom')
  })

  test('closes with Escape and leaves what was typed and chosen', async () => {
    const { user } = setUp()
    await user.type(box(), 'fra')
    await user.keyboard('{Escape}')
    expect(listed()).toEqual([])
    expect(box().value).toBe('fra')
    expect(value()).toBe('')
  })

  test('recognises a text that names an option exactly, and completes it when left', async () => {
    const { user } = setUp()
    await user.type(box(), 'UK')
    expect(value()).toBe('GB')
    await user.click(document.body)
    expect(box().value).toBe('United Kingdom')
  })

  test('keeps a text that names nothing, says so, and chooses nothing', async () => {
    const { user } = setUp('FR')
    await user.clear(box())
    await user.type(box(), 'Narnia')
    expect(screen.getByText('No country has this name').getAttribute('role')).toBe('status')
    await user.tab()
    expect(box().value).toBe('Narnia')
    expect(value()).toBe('')
  })

  test('chooses by a click on the list', async () => {
    const { user } = setUp()
    await user.click(box())
    await user.click(screen.getByRole('option', { name: 'Germany' }))
    expect(value()).toBe('DE')
    expect(document.activeElement).toBe(box())
  })

  test('does not choose when a pointer only passes over the list', async () => {
    const { user } = setUp()
    await user.type(box(), 'unit')
    await user.hover(screen.getByRole('option', { name: 'United Kingdom' }))
    expect(markedOption()).toBeNull()
    await user.tab()
    expect([box().value, value()]).toEqual(['unit', ''])
  })

  test('keeps what was typed if Escape is pressed again, and the keys that move within the text', async () => {
    const { user } = setUp('FR')
    await user.click(box())
    await user.keyboard('{Escape}{Escape}')
    expect([box().value, value()]).toEqual(['France', 'FR'])
    await user.keyboard('{ArrowDown}{Home}')
    expect([markedOption(), box().selectionStart]).toEqual(['France', 0])
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect([listed(), value()]).toEqual([[], 'FR'])
  })

  test('stays open while someone clicks into the text again', async () => {
    const { user } = setUp()
    await user.click(box())
    await user.click(box())
    expect(listed()).toHaveLength(OPTIONS.length)
  })

  test('marks an option, and not its position, while the options change', async () => {
    const { user } = setUp()
    await user.click(box())
    await user.keyboard('{ArrowDown}')
    expect(markedOption()).toBe('France')
    await user.keyboard('{Control>}m{/Control}')
    expect(listed()[0]).toBe('Algeria')
    expect(markedOption()).toBe('France')
    await user.keyboard('{Enter}')
    expect(value()).toBe('FR')
  })

  test('tells its form what was chosen before it is left, so that nothing is called wrong in between', async () => {
    const { user } = setUp()
    await user.type(box(), 'ger')
    await user.keyboard('{ArrowDown}')
    await user.tab()
    expect(left).toEqual(['DE'])
  })

  test('shows an external value instead of what was typed', async () => {
    const { user } = setUp()
    await user.type(box(), 'Narnia')
    await user.click(screen.getByRole('button', { name: 'From another device' }))
    expect(box().value).toBe('France')
  })
})
