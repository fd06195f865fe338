import Search from 'lucide-react/icons/search'
import { Button } from './button.tsx'

/**
 * The end of a bar of filters: looks for what was typed, and empties its search fields. Without `onClear` there is
 * nothing to clear.
 */
export function SearchButtons({ onClear }: { onClear: (() => void) | undefined }) {
  const handleClear = (form: HTMLFormElement | null) => {
    form?.querySelectorAll<HTMLInputElement>('input[type="search"]').forEach((input) => {
      input.value = ''
    })
    onClear?.()
  }
  return (
    <>
      <Button type="submit" variant="primary">
        <Search className="i" />
        Search
      </Button>
      {onClear ? (
        <Button variant="tertiary" onClick={(event) => handleClear(event.currentTarget.form)}>
          Clear filters
        </Button>
      ) : null}
    </>
  )
}
