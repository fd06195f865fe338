import { afterEach, expect, it, vi } from 'vitest'
import { type KeyPress, type Shortcut, shortcutFor } from './use-shortcuts.ts'

const next: Shortcut = { key: 'n', label: 'Claim the next case', run: vi.fn() }

afterEach(() => {
  document.body.innerHTML = ''
})

function pressed(changes: Partial<KeyPress> = {}, shortcuts = [next]) {
  const plain = {
    key: 'n',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    target: document.body,
  }
  return shortcutFor({ ...plain, ...changes }, shortcuts)
}

function inside(html: string): Element {
  document.body.innerHTML = html
  const [found] = document.querySelectorAll('input, textarea, select, a')
  if (!found) throw new Error('Nothing to press a key in')
  return found
}

it('finds the shortcut of a key, and none for another key', () => {
  expect(pressed()).toBe(next)
  expect(pressed({ key: 'm' })).toBeUndefined()
})

it.each([
  ['z', false, 'Zoom in'],
  ['Z', true, 'Zoom out'],
  // With Caps Lock, the key's letter says nothing of Shift.
  ['Z', false, 'Zoom in'],
  ['z', true, 'Zoom out'],
  ['N', false, 'Claim the next case'],
  ['N', true, 'Claim the next case'],
  ['?', true, 'Show keyboard shortcuts'],
])('finds the shortcut of %s, with Shift held: %s', (key, shiftKey, label) => {
  const shortcuts = [
    { key: 'z', label: 'Zoom in', run: vi.fn() },
    { key: 'Z', label: 'Zoom out', run: vi.fn() },
    next,
    { key: '?', label: 'Show keyboard shortcuts', run: vi.fn() },
  ]
  expect(pressed({ key, shiftKey }, shortcuts)?.label).toBe(label)
})

it.each(['ctrlKey', 'metaKey', 'altKey', 'repeat'] as const)(
  'leaves a press with %s to the browser',
  (name) => {
    expect(pressed({ [name]: true })).toBeUndefined()
  },
)

it.each(['<input>', '<textarea></textarea>', '<select></select>'])(
  'leaves a key typed into %s alone',
  (html) => {
    expect(pressed({ target: inside(html) })).toBeUndefined()
  },
)

it.each(['<input type="checkbox">', '<a href="/">A case</a>'])(
  'handles a key on %s, where no one types',
  (html) => {
    expect(pressed({ target: inside(html) })).toBe(next)
  },
)

it.each([
  ['<form><input type="checkbox"></form>', false],
  ['<a href="/">A case</a>', false],
  ['<input type="checkbox">', true],
])('Enter on %s is a shortcut: %s', (html, isOne) => {
  const approve: Shortcut = { key: 'Enter', label: 'Approve', run: vi.fn() }
  const press = {
    key: 'Enter',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    target: inside(html),
  }
  expect(shortcutFor(press, [approve])).toBe(isOne ? approve : undefined)
})

it('does nothing behind an open dialog', () => {
  document.body.innerHTML = '<div role="dialog"></div>'
  expect(pressed()).toBeUndefined()
})
