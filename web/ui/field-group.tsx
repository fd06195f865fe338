import { type ReactNode, useId } from 'react'

/** Fields that belong together under a heading, one of several groups of a form. */
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
    <section className="fg" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {note ? <p className="hint">{note}</p> : null}
      <div className="mt-5">{children}</div>
    </section>
  )
}
