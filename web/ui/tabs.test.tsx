import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TabPanel, Tabs } from './tabs.tsx'

afterEach(cleanup)

const ITEMS = ['one', 'two', 'three'].map((value) => ({ value, label: `Tab ${value}` }))

function Three() {
  const [value, setValue] = useState('one')
  return (
    <Tabs label="Numbers" value={value} onValueChange={setValue} items={ITEMS}>
      {ITEMS.map((item) => (
        <TabPanel key={item.value} value={item.value}>
          Panel {item.value}
        </TabPanel>
      ))}
    </Tabs>
  )
}

test('one tab is in the Tab order, and the keys select another one, wrapping at the ends', async () => {
  render(<Three />)
  const selected = () => screen.getByRole('tab', { selected: true })
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Tab one' }))
  for (const [key, name] of [
    ['{ArrowRight}', 'two'],
    ['{End}', 'three'],
    ['{ArrowRight}', 'one'],
    ['{ArrowLeft}', 'three'],
    ['{Home}', 'one'],
    ['{ArrowDown}', 'one'],
  ] as const) {
    await userEvent.keyboard(key)
    expect(selected().textContent).toBe(`Tab ${name}`)
    expect(document.activeElement).toBe(selected())
    expect(screen.getByRole('tabpanel', { name: `Tab ${name}` }).textContent).toBe(`Panel ${name}`)
  }
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
})

test('a press selects a tab, and the content of the others is not there', async () => {
  render(<Three />)
  await userEvent.click(screen.getByRole('tab', { name: 'Tab two' }))
  expect(screen.getByRole('tab', { name: 'Tab two' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.queryByText('Panel one')).toBeNull()
  for (const tab of screen.getAllByRole('tab'))
    expect(document.getElementById(tab.getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe(
      'tabpanel',
    )
})
