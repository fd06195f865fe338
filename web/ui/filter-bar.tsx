import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Returns the trimmed value of a field in the bar, by name. */
export type Typed = (name: string) => string

const LOOK_CLASS =
  'flex flex-wrap items-end border-b border-line px-6 py-5 max-rail:gap-3 max-rail:p-4 max-rail:[&_.button]:flex-1 [&_.field]:m-0 [&_.field>:first-child]:text-sm/5'
const WIDE_CLASS = 'gap-4 [&_.field]:flex-[0_1_280px] max-rail:[&_.field]:flex-[1_1_100%]'
/** Five filters and both buttons fit in one row at 1280 px. */
const NARROW_CLASS = 'gap-3 [&_.field]:flex-[0_1_176px] max-rail:[&_.field]:flex-[1_1_100%]'

/** The class of any form above a table. */
export const FILTERS_CLASS = `${LOOK_CLASS} ${WIDE_CLASS}`

/**
 * The form above a table, with compact fields. `searched` is what the list shows: when it changes, for example
 * by going back, the fields take their default values, and the focus stays where it is.
 */
export function FilterBar({
  searched,
  narrow,
  onSearch,
  children,
}: {
  searched?: string
  /** Several filters in one row. */
  narrow?: boolean
  /** Absent if each change searches at once. */
  onSearch?: (typed: Typed) => void
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `searched` is the occasion.
  useEffect(() => {
    form.current?.querySelectorAll<HTMLInputElement>(TYPED).forEach((input) => {
      input.value = input.defaultValue
    })
  }, [searched])
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    onSearch?.((name) => String(data.get(name) ?? '').trim())
  }
  return (
    <search>
      <form
        ref={form}
        className={narrow ? `${LOOK_CLASS} ${NARROW_CLASS}` : FILTERS_CLASS}
        onSubmit={handleSubmit}
      >
        {children}
      </form>
    </search>
  )
}

/** Fields that phones hide behind a button, which says how many of them are set. */
export function FoldedFilters({ chosen, children }: { chosen: readonly unknown[]; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const count = chosen.filter((value) => value !== undefined && value !== '').length
  return (
    <>
      <Button
        variant="tertiary"
        className="rail:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal />
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div id={id} className={classNames('contents', isOpen ? undefined : 'max-rail:hidden')}>
        {children}
      </div>
    </>
  )
}

/** The form's fields with typed text. */
const TYPED = 'input[type="search"], input[type="date"]'

/** Empties the typed text in a bar. */
export function emptyTyped(form: HTMLFormElement | null): void {
  form?.querySelectorAll<HTMLInputElement>(TYPED).forEach((input) => {
    input.value = ''
  })
}

/** A search field without the browser's suggestions. */
export function SearchField(props: Omit<TextFieldProps, 'type' | 'compact' | 'autoComplete'>) {
  return <TextField {...props} type="search" compact autoComplete="off" />
}
