import type { ComponentProps, HTMLAttributes, ReactNode } from 'react'
import { CARD_HEAD_CLASS, CARD_PADDING_CLASS, cardClass } from './card-class.ts'
import { classNames } from './class-names.ts'

export type CardProps = HTMLAttributes<HTMLElement> & { as?: 'section' | 'article' | 'div'; padded?: boolean }

/** A white surface with a hairline. Name it with aria-labelledby and the id of its CardHeader. */
export function Card({ as: Element = 'section', padded, className, ...rest }: CardProps) {
  return <Element {...rest} className={cardClass(padded, className)} />
}

/** A padded card that says something and has one action at the right, below it on a phone. */
export const CARD_WITH_ACTION_CLASS =
  'relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-4 max-sm:grid-cols-1'

/** The padded inside of a card; several may follow each other with a Rule between. */
export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(CARD_PADDING_CLASS, className)} />
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
    <div className={CARD_HEAD_CLASS}>
      <Heading className="text-h3" id={id} tabIndex={focusable ? -1 : undefined}>
        {title}
      </Heading>
      {children}
    </div>
  )
}

/** A hairline across. */
export function Rule() {
  return <hr className="h-px border-0 bg-line" />
}
