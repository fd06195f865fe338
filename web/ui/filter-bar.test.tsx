import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FilterBar, FoldedFilters, SearchField, type Typed } from './filter-bar.tsx'
import { SearchButtons } from './search-buttons.tsx'

interface BarProps {
  name: string
  onClear?: () => void
  onSearch?: (typed: Typed) => void
}

function Bar({ name, onClear = () => undefined, onSearch = () => undefined }: BarProps) {
  return (
    <FilterBar searched={name} onSearch={onSearch}>
      <SearchField label="Name" name="name" defaultValue={name} />
      <SearchButtons onClear={onClear} />
    </FilterBar>
  )
}

it('follows the search, and leaves the focus where it is', async () => {
  const { rerender } = render(<Bar name="fern" />)
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  await userEvent.type(field, ' hill')
  expect(field.value).toBe('fern hill')
  rerender(<Bar name="moss" />)
  expect(field.value).toBe('moss')
  expect(document.activeElement).toBe(field)
})

it('says on a phone how many of the collapsed filters are active', async () => {
  render(
    <FilterBar>
      <FoldedFilters chosen={['approved', '', undefined, 7]}>
        <SearchField label="Email" name="email" />
      </FoldedFilters>
    </FilterBar>,
  )
  const fold = screen.getByRole('button', { name: 'Filters (2)' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(fold.getAttribute('aria-controls') ?? '')).toContainElement(
    screen.getByLabelText('Email'),
  )
})

it('clears what was typed and never searched', async () => {
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

it('searches for what is typed, without surrounding spaces', async () => {
  const onSearch = vi.fn((typed: Typed) => [typed('name'), typed('nothing')])
  render(<Bar name="" onSearch={onSearch} />)
  await userEvent.type(screen.getByLabelText('Name'), '  fern {Enter}')
  expect(onSearch).toHaveReturnedWith(['fern', ''])
})
