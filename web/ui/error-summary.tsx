import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { focusField } from './focus-field.ts'

export type ErrorSummaryItem = { id: string; message: ReactNode }

export type ErrorSummaryProps = {
  title: string
  intro?: ReactNode
  errors: readonly ErrorSummaryItem[]
  /** Change it on every failed submit (for example a submit count) to focus the summary. */
  focusKey?: string | number
}

const TITLE_PREFIX = 'Error: '

/**
 * The list of errors at the top of main; each line links to its field (design §7.3). Renders nothing without
 * errors.
 */
export function ErrorSummary({ title, intro, errors, focusKey }: ErrorSummaryProps) {
  const headingId = useId()
  const box = useRef<HTMLDivElement>(null)
  const shown = errors.length > 0

  useEffect(() => {
    if (focusKey) box.current?.focus()
  }, [focusKey])

  useEffect(() => {
    if (!shown) return
    if (!document.title.startsWith(TITLE_PREFIX)) document.title = TITLE_PREFIX + document.title
    return () => {
      if (document.title.startsWith(TITLE_PREFIX)) document.title = document.title.slice(TITLE_PREFIX.length)
    }
  }, [shown])

  if (!shown) return null
  return (
    <ProblemBox aria-labelledby={headingId} ref={box}>
      <h2 id={headingId}>{title}</h2>
      {intro ? <p>{intro}</p> : null}
      <ul>
        {errors.map((error) => (
          <li key={error.id}>
            <a
              href={`#${error.id}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(error.id)
              }}
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </ProblemBox>
  )
}

/** The box about a page's errors: heading, sentence, and links. It takes the focus. */
export function ProblemBox(props: Omit<ComponentProps<'div'>, 'className' | 'role' | 'tabIndex'>) {
  return (
    <div
      {...props}
      role="alert"
      tabIndex={-1}
      className="mb-9 rounded-3 border-3 border-red-solid bg-surface px-5.5 py-5 wrap-anywhere [&_a]:font-semibold [&_a]:text-red-ink [&_h2]:text-[1.1875rem]/6.5 [&_li]:py-1 [&_p]:mt-1 [&_ul]:mt-2.5"
    />
  )
}
