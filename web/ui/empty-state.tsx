import CircleAlert from 'lucide-react/icons/circle-alert'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import type { IconType } from './badge.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export type EmptyStateProps = {
  icon?: IconType
  title: ReactNode
  children?: ReactNode
  /** The one useful action. */
  action?: ReactNode
  /** A card of its own; leave it out inside one. */
  card?: boolean
}

/** Nothing to show: icon, the specified title and sentence, one action. */
export function EmptyState({ icon: Icon = SearchX, title, children, action, card }: EmptyStateProps) {
  const Heading = headingOf(card)
  return (
    <div className={classNames('empty', card && 'card')}>
      <Icon className="i i-24" />
      <Heading className="h3">{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action ? <div className="empty-a">{action}</div> : null}
    </div>
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
    <div className={classNames('empty', card && 'card')} role="alert">
      <CircleAlert className="i i-24" />
      <Heading className="h3">{title}</Heading>
      <p>{message}</p>
      <div className="empty-a">
        {onRetry ? (
          <Button variant="primary" busy={retrying} busyLabel="Trying again..." onClick={onRetry}>
            Try Again
          </Button>
        ) : null}
        {children}
      </div>
    </div>
  )
}

/** A card stands below the heading of its page, other ones below that of their card. */
const headingOf = (card: boolean | undefined) => (card ? 'h2' : 'h3')
