import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type CardProps = ComponentProps<'section'> & { padded?: boolean }

/** A white surface with a hairline. Name it with aria-labelledby and the id of its CardHeader. */
export function Card({ padded, className, ...rest }: CardProps) {
  return <section {...rest} className={classNames('card', padded && 'pad', className)} />
}

/** The padded inside of a card; several may follow each other with a Rule between. */
export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('pad', className)} />
}

export type CardHeaderProps = {
  /** Id of the heading, for the card's aria-labelledby. */
  id?: string
  title: ReactNode
  level?: 2 | 3
  /** Whether something elsewhere on the page leads to it. */
  focusable?: boolean
  /** Badge, chip or link at the right. */
  children?: ReactNode
}

/** The first row of a card. */
export function CardHeader({ id, title, level = 2, focusable, children }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="hd">
      <Heading className="h3" id={id} tabIndex={focusable ? -1 : undefined}>
        {title}
      </Heading>
      {children}
    </div>
  )
}

/** A hairline across. */
export function Rule() {
  return <hr className="rule" />
}
