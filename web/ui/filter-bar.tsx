import '#web/styles/table.css'
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Returns what stands in a field of the bar, by its name and without the blanks around it. */
export type Typed = (name: string) => string

/**
 * The form above a table; its fields are compact. `searched` is what the list shows: when it changes, be it by Back,
 * what stands in the fields follows their default values, and the focus stays where it is.
 */
export function FilterBar({
  searched,
  className,
  onSearch,
  children,
}: {
  searched?: string
  className?: string
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
      <form ref={form} className={classNames('filters', className)} onSubmit={handleSubmit}>
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
