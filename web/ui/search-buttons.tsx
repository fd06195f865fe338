import Search from 'lucide-react/icons/search'
import { Button } from './button.tsx'
import { emptyTyped } from './filter-bar.tsx'

/** The end of a filter bar: searches, or empties the typed text and clears the filters. */
export function SearchButtons({
  onClear,
  search = 'Search',
  clear = 'Clear filters',
  variant = 'primary',
}: {
  onClear: () => void
  search?: string
  clear?: string
  /** Secondary if the page has a more important action. */
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
