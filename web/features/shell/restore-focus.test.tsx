import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { restoreFocus } from './watch.tsx'

let stop: () => void
beforeEach(() => {
  stop = restoreFocus()
})
afterEach(() => stop())

function Page({ heading = 'Owners' }: { heading?: string }) {
  const [names, setNames] = useState(['Ann', 'Ben', 'Cy'])
  return (
    <main>
      <h1>{heading}</h1>
      <a href="/elsewhere">Elsewhere</a>
      <section>
        <h2>People</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
                Remove {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  )
}

const remove = (name: string) => {
  const button = screen.getByRole('button', { name: `Remove ${name}` })
  act(() => button.focus())
  fireEvent.click(button)
}
const focused = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

describe('when the focused control disappears', () => {
  test('the next one of its list gets the focus, and the last one after that', async () => {
    render(<Page />)
    remove('Ann')
    await focused(() => screen.getByRole('button', { name: 'Remove Ben' }))
    remove('Cy')
    await focused(() => screen.getByRole('button', { name: 'Remove Ben' }))
  })

  test('the heading of its section gets it if no control is left', async () => {
    render(<Page />)
    for (const name of ['Ann', 'Ben', 'Cy']) remove(name)
    await focused(() => screen.getByRole('heading', { name: 'People' }))
  })

  test('no button with another action gets it, but the heading of its section, or a link', async () => {
    const row = (name: string, isOpen: boolean) => (
      <li key={name}>
        <a href={`/${name}`}>{name}</a>
        {isOpen ? <button type="button">Confirm</button> : null}
        <button type="button">Decline</button>
      </li>
    )
    const page = (...rows: ReactNode[]) => (
      <main>
        <h1>Desk</h1>
        <section>
          <h2>Changes</h2>
          <ul>{rows}</ul>
        </section>
      </main>
    )
    const { rerender } = render(page(row('ann', false), row('ben', true), row('cy', true)))
    const confirm = () => act(() => screen.getAllByRole('button', { name: 'Confirm' })[0]?.focus())
    confirm()
    rerender(page(row('ann', false), row('cy', true)))
    await focused(() => screen.getByRole('link', { name: 'cy' }))
    confirm()
    rerender(page(<li key="ann">{<button type="button">Decline</button>}</li>))
    await focused(() => screen.getByRole('heading', { name: 'Changes' }))
  })

  test('the page’s heading gets it if all of the page disappeared', async () => {
    const { rerender } = render(<Page key="one" />)
    act(() => screen.getByRole('button', { name: 'Remove Ann' }).focus())
    rerender(<Page key="two" heading="Done" />)
    await focused(() => screen.getByRole('heading', { name: 'Done' }))
  })

  test('the page’s heading gets it if the heading was drawn again with the page’s data', async () => {
    const { rerender } = render(<Page key="loading" />)
    act(() => {
      screen.getByRole('heading', { name: 'Owners' }).tabIndex = -1
      screen.getByRole('heading', { name: 'Owners' }).focus()
    })
    rerender(
      <main>
        <div>
          <h1>Owners</h1>
          <button type="button">Last of the page</button>
        </div>
      </main>,
    )
    await focused(() => screen.getByRole('heading', { name: 'Owners' }))
  })

  test('a control that takes it by itself, before or after, keeps it', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    render(<Page />)
    const link = screen.getByRole('link')
    remove('Ann')
    expect(document.activeElement).toBe(document.body)
    // The page focuses its own element while the removal is still being handled.
    act(() => link.focus())
    await finish()
    expect(document.activeElement).toBe(link)
    // Removing an element without the focus doesn't move the focus.
    fireEvent.click(screen.getByRole('button', { name: 'Remove Ben' }))
    await finish()
    expect(document.activeElement).toBe(link)
  })

  test('it is on the body until the page has settled, and stays there if nothing manages it', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    render(<Page />)
    remove('Ann')
    expect(document.activeElement).toBe(document.body)
    await finish()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Ben' }))
    stop()
    remove('Ben')
    await finish()
    expect(document.activeElement).toBe(document.body)
  })
})

/** Lets observers run, and the time they wait pass. */
const finish = () => act(() => vi.advanceTimersByTimeAsync(1000))
