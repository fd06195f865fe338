import type { ComponentProps, HTMLAttributes, ReactNode } from 'react'
import { CARD_HEAD_CLASS, CARD_PADDING_CLASS, cardClass } from './card-class.ts'
import { classNames } from './class-names.ts'

export type CardProps = HTMLAttributes<HTMLElement> & { as?: 'section' | 'article' | 'div'; padded?: boolean }

/** A white surface with a hairline. Label it with aria-labelledby and its CardHeader's id. */
export function Card({ as: Element = 'section', padded, className, ...rest }: CardProps) {
  return <Element {...rest} className={cardClass(padded, className)} />
}

/** A padded card with a statement and one action at the right, below it on phones. */
export const CARD_WITH_ACTION_CLASS =
  'relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-4 max-sm:grid-cols-1'

/** A card's padded content; several may follow each other with a Rule between. */
export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(CARD_PADDING_CLASS, className)} />
}

export type CardHeaderProps = {
  /** The heading's id, for the card's aria-labelledby. */
  id?: string
  title: ReactNode
  level?: 2 | 3
  /** Whether a link elsewhere on the page leads to it. */
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
