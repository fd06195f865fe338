import CircleAlert from 'lucide-react/icons/circle-alert'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import type { IconType } from './badge.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'

export type EmptyStateProps = {
  icon?: IconType
  title: ReactNode
  children?: ReactNode
  /** The one useful action. */
  action?: ReactNode
  /** Has a card of its own; omit it inside one. */
  card?: boolean
}

/** Nothing to show: icon, title and sentence as specified, one action. */
export function EmptyState({ icon: Icon = SearchX, title, children, action, card }: EmptyStateProps) {
  const Heading = headingOf(card)
  return (
    <Frame card={card}>
      <Icon className={ICON_CLASS} />
      <Heading className="text-h3">{title}</Heading>
      {children ? <p className={TEXT_CLASS}>{children}</p> : null}
      {action ? <div className={ACTIONS_CLASS}>{action}</div> : null}
    </Frame>
  )
}

export type ErrorStateProps = {
  title: ReactNode
  /** The message received. */
  message: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** A second way out, such as "Clear Filters & Retry". */
  children?: ReactNode
  card?: boolean
}

/** A part of the page that failed to load, with a retry; the rest of the page stays. */
export function ErrorState({ title, message, onRetry, retrying, children, card }: ErrorStateProps) {
  const Heading = headingOf(card)
  return (
    <Frame card={card} role="alert">
      <CircleAlert className={ICON_CLASS} />
      <Heading className="text-h3">{title}</Heading>
      <p className={TEXT_CLASS}>{message}</p>
      <div className={ACTIONS_CLASS}>
        {onRetry ? (
          <Button variant="primary" busy={retrying} busyLabel="Trying again..." onClick={onRetry}>
            Try Again
          </Button>
        ) : null}
        {children}
      </div>
    </Frame>
  )
}

const ICON_CLASS = 'size-6 stroke-[1.6] mb-2 text-ink-3'
const TEXT_CLASS = 'max-w-[44ch] text-card text-ink-2'
const ACTIONS_CLASS = 'mt-3.5 flex flex-wrap justify-center gap-3'

function Frame({ card, ...rest }: { card: boolean | undefined; role?: 'alert'; children: ReactNode }) {
  const className = 'grid justify-items-center gap-1 px-6 py-12 text-center'
  return card ? <Card as="div" {...rest} className={className} /> : <div {...rest} className={className} />
}

/** A card's heading follows its page's; otherwise it follows its card's. */
const headingOf = (card: boolean | undefined) => (card ? 'h2' : 'h3')
