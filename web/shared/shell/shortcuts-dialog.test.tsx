import '#web/ui/jsdom-gaps.ts'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import type { Shortcut } from './use-shortcuts.ts'

const shortcut = (key: string, label: string, together?: string): Shortcut => ({
  key,
  label,
  ...(together && { together }),
  run: () => undefined,
})

it('lists each action of the keyboard once, with all its keys as a keyboard shows them', () => {
  const lines = [1, 2, 3].map((digit) => shortcut(String(digit), `Go to line ${digit}`, 'Go to that line'))
  const shortcuts = [
    shortcut('a', 'Accept'),
    shortcut('ArrowUp', 'Line before'),
    shortcut('k', 'Line before'),
    shortcut('Z', 'Zoom out'),
    ...lines,
  ]
  render(
    <ShortcutsDialog open onClose={() => undefined} shortcuts={shortcuts} isOn onChange={() => undefined} />,
  )
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows.slice(1, 5)).toEqual(['AAccept', '↑KLine before', '⇧ZZoom out', '1 to 3Go to that line'])
})
