// @vitest-environment jsdom
import './jsdom-gaps.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RadioCards } from './radio-cards.tsx'

afterEach(cleanup)

const OPTIONS = [
  { value: 'trade', title: 'Trade credits', description: 'Buy and sell' },
  { value: 'invest', title: 'Invest in credits' },
  { value: 'sell', title: 'Sell credits' },
] as const

type Kind = (typeof OPTIONS)[number]['value']

type HarnessProps = { initial: Kind | null; onChange: (value: Kind) => void; onChoose: (value: Kind) => void }

function Harness({ initial, onChange, onChoose }: HarnessProps) {
  const [value, setValue] = useState<Kind | null>(initial)
  const handleChange = (next: Kind) => {
    setValue(next)
    onChange(next)
  }
  return (
    <form>
      <RadioCards
        label="User type"
        options={OPTIONS}
        value={value}
        onValueChange={handleChange}
        onChoose={onChoose}
      />
    </form>
  )
}

function setUp(initial: Kind | null = null) {
  const onChange = vi.fn<(value: Kind) => void>()
  const onChoose = vi.fn<(value: Kind) => void>()
  render(<Harness initial={initial} onChange={onChange} onChoose={onChoose} />)
  return { user: userEvent.setup(), onChange, onChoose }
}

const radio = (name: string) => screen.getByRole('radio', { name })

describe('RadioCards', () => {
  test('a click on a card’s text selects it and counts as a choice', async () => {
    const { user, onChoose } = setUp()
    await user.click(screen.getByText('Buy and sell'))
    expect(radio('Trade credits').getAttribute('aria-checked')).toBe('true')
    expect(onChoose.mock.calls).toEqual([['trade']])
  })

  test('an arrow key selects the next card and is not a choice', async () => {
    const { user, onChange, onChoose } = setUp('trade')
    act(() => radio('Trade credits').focus())
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(radio('Invest in credits').getAttribute('aria-checked')).toBe('true'))
    expect(document.activeElement).toBe(radio('Invest in credits'))
    expect(onChange).toHaveBeenCalledWith('invest')
    expect(onChoose).not.toHaveBeenCalled()
  })

  test('an arrow key that is held while the focus moves is not a choice either', async () => {
    const { user, onChoose } = setUp('trade')
    act(() => radio('Trade credits').focus())
    await user.keyboard('{ArrowDown>}')
    await waitFor(() => expect(radio('Invest in credits').getAttribute('aria-checked')).toBe('true'))
    await user.keyboard('{/ArrowDown}')
    expect(onChoose).not.toHaveBeenCalled()
  })

  test('Space after the arrows chooses the focused card', async () => {
    const { user, onChoose } = setUp('trade')
    act(() => radio('Trade credits').focus())
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(radio('Invest in credits')))
    await user.keyboard(' ')
    expect(onChoose.mock.calls).toEqual([['invest']])
  })

  test('Enter chooses the focused card and does not submit the form', async () => {
    const { user, onChange, onChoose } = setUp()
    act(() => radio('Trade credits').focus())
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledWith('trade')
    expect(onChoose.mock.calls).toEqual([['trade']])
  })

  test('a click on the selected card is a choice', async () => {
    const { user, onChange, onChoose } = setUp('sell')
    await user.click(radio('Sell credits'))
    expect(onChange).not.toHaveBeenCalled()
    expect(onChoose.mock.calls).toEqual([['sell']])
  })
})
