import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FilterBar } from './data-table.tsx'
import { SearchButtons } from './search-buttons.tsx'
import { TextField } from './text-field.tsx'

function Bar({ name, onClear = () => undefined }: { name: string; onClear?: () => void }) {
  return (
    <FilterBar searched={name}>
      <TextField label="Name" type="search" name="name" defaultValue={name} />
      <SearchButtons onClear={onClear} />
    </FilterBar>
  )
}

it('follows what is searched, and leaves the focus where it is', async () => {
  const { rerender } = render(<Bar name="fern" />)
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  await userEvent.type(field, ' hill')
  expect(field.value).toBe('fern hill')
  rerender(<Bar name="moss" />)
  expect(field.value).toBe('moss')
  expect(document.activeElement).toBe(field)
})

it('empties what was typed and never searched', async () => {
  const onClear = vi.fn()
  render(<Bar name="" onClear={onClear} />)
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  await userEvent.type(field, 'fern')
  const clear = screen.getByRole('button', { name: 'Clear filters' })
  await userEvent.click(clear)
  expect(field.value).toBe('')
  expect(onClear).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(clear)
})
