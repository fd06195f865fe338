import Search from 'lucide-react/icons/search'
import { Button } from './button.tsx'
import { emptyTyped } from './filter-bar.tsx'

/** The end of a bar of filters: looks for what was typed, or empties what was typed and clears the filters. */
export function SearchButtons({
  onClear,
  search = 'Search',
  clear = 'Clear filters',
  variant = 'primary',
}: {
  onClear: () => void
  search?: string
  clear?: string
  /** Secondary where the page has something more important to do. */
  variant?: 'primary' | 'secondary'
}) {
  const handleClear = (form: HTMLFormElement | null) => {
    emptyTyped(form)
    onClear()
  }
  return (
    <>
      <Button type="submit" variant={variant}>
        <Search />
        {search}
      </Button>
      <Button variant="tertiary" onClick={(event) => handleClear(event.currentTarget.form)}>
        {clear}
      </Button>
    </>
  )
}
