import { type ReactNode, useId } from 'react'
import { HINT_CLASS } from './field.tsx'

/** Related fields under a heading, one of several groups of a form. */
export function FieldGroup({
  title,
  note,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      className="mt-10 border-t border-line pt-7 first:mt-0 first:border-t-0 first:pt-0"
      aria-labelledby={id}
    >
      <h2 className="text-h3" id={id}>
        {title}
      </h2>
      {note ? <p className={HINT_CLASS}>{note}</p> : null}
      <div className="mt-5">{children}</div>
    </section>
  )
}
