import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Returns what stands in a field of the bar, by its name and without the blanks around it. */
export type Typed = (name: string) => string

const LOOK_CLASS =
  'flex flex-wrap items-end border-b border-line px-6 py-5 max-rail:gap-3 max-rail:p-4 max-rail:[&_.button]:flex-1 [&_.field]:m-0 [&_.field>:first-child]:text-sm/5'
const WIDE_CLASS = 'gap-4 [&_.field]:flex-[0_1_280px] max-rail:[&_.field]:flex-[1_1_100%]'
/** Five filters and both buttons fit beside each other at 1280 px. */
const NARROW_CLASS = 'gap-3 [&_.field]:flex-[0_1_176px] max-rail:[&_.field]:flex-[1_1_100%]'

/** The look of any form that stands above a table. */
export const FILTERS_CLASS = `${LOOK_CLASS} ${WIDE_CLASS}`

/**
 * The form above a table; its fields are compact. `searched` is what the list shows: when it changes, be it by Back,
 * what stands in the fields follows their default values, and the focus stays where it is.
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
  /** Absent where each choice is searched at once. */
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

/** The fields of such a form that hold what is being typed. */
const TYPED = 'input[type="search"], input[type="date"]'

/** Empties what is being typed in a bar. */
export function emptyTyped(form: HTMLFormElement | null): void {
  form?.querySelectorAll<HTMLInputElement>(TYPED).forEach((input) => {
    input.value = ''
  })
}

/** A field to search by; the browser offers nothing for it. */
export function SearchField(props: Omit<TextFieldProps, 'type' | 'compact' | 'autoComplete'>) {
  return <TextField {...props} type="search" compact autoComplete="off" />
}
