import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import BellOff from 'lucide-react/icons/bell-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type MouseEvent, type RefObject, useRef, useState } from 'react'
import { formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { AnchoredPopover } from '#web/ui/popover.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ListedNotice, markAsRead, noticesQuery } from './queries.ts'

/** The width at which the styles turn a dialog into a sheet. */
const PHONE = '(max-width: 720px)'

/** The list under the bell; on a phone it is a sheet. */
export function NoticePanel({
  anchor,
  open,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
}) {
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches)
  if (isPhone) {
    return (
      <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())} title="Notices" size="sm">
        <NoticeList onFollow={onClose} />
      </Dialog>
    )
  }
  return (
    <AnchoredPopover anchor={anchor} open={open} onClose={onClose} label="Notices" side="bottom" room="form">
      <h2 className="text-h3">Notices</h2>
      <NoticeList onFollow={onClose} />
    </AnchoredPopover>
  )
}

/** The notices with unread ones marked; following one marks it as read. */
function NoticeList({ onFollow }: { onFollow: () => void }) {
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(noticesQuery)
  const { mutate: read, isPending } = useMutation({
    mutationFn: markAsRead,
    onError: () => toast({ kind: 'error', title: 'We couldn’t mark the notices as read. Try again.' }),
  })
  const list = useRef<HTMLUListElement>(null)
  // The button disappears with the unread notices, so the list takes the focus.
  const readAll = (upTo: number) => read({ upTo }, { onSuccess: () => list.current?.focus() })
  const notices = data?.pages.flatMap((page) => page.notices)
  if (!notices) {
    return error ? (
      <ErrorState
        title="Notices could not be loaded"
        message={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingRegion label="Loading notices" className="mt-3 grid gap-3">
        <Skeleton width="80%" />
        <Skeleton width="55%" />
        <Skeleton width="70%" />
      </LoadingRegion>
    )
  }
  if (notices.length === 0) {
    return (
      <EmptyState icon={BellOff} title="No notices yet">
        We’ll tell you here when something happens in your account.
      </EmptyState>
    )
  }
  // Urgent notices stay until they are dealt with: marking them as read changes nothing.
  const unread = (data?.pages[0]?.unread ?? 0) - (data?.pages[0]?.urgent ?? 0)
  const upTo = Math.max(...notices.map(({ id }) => id))
  return (
    <>
      <ul className="mt-2" ref={list} tabIndex={-1} aria-label="Notices, urgent ones first, then the newest">
        {notices.map((notice) => (
          <li
            key={notice.id}
            className={classNames(
              'relative border-b border-line py-3 pl-4.5 wrap-anywhere last:border-b-0',
              (!notice.isRead || notice.isUrgent) && NEW,
            )}
          >
            {notice.isUrgent ? (
              <Badge family="red" icon={TriangleAlert}>
                Needs action
              </Badge>
            ) : null}
            <NoticeText
              notice={notice}
              onFollow={() => {
                if (!notice.isRead) read({ id: notice.id })
                onFollow()
              }}
            />
            {notice.detail ? <p className="text-ink-2">{notice.detail}</p> : null}
            <time className="text-sm text-ink-3" dateTime={notice.at} title={formatDateTime(notice.at)}>
              {relativeTime(notice.at)}
            </time>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        {unread > 0 ? (
          <Button size="sm" busy={isPending} busyLabel="Marking..." onClick={() => readAll(upTo)}>
            Mark all as read
          </Button>
        ) : null}
        {hasNextPage ? (
          <Button
            size="sm"
            busy={isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            Show older
          </Button>
        ) : null}
      </div>
    </>
  )
}

const TITLE = 'block font-[560] text-ink'
/** A dot before an unread notice. */
const NEW =
  'before:absolute before:top-[19px] before:left-0 before:size-2 before:rounded-full before:bg-brand forced-colors:before:bg-[CanvasText]'

function NoticeText({ notice, onFollow }: { notice: ListedNotice; onFollow: () => void }) {
  const router = useRouter()
  const mark = notice.isRead ? null : <span className="sr-only">Unread: </span>
  if (!notice.path) {
    return (
      <b className={TITLE}>
        {mark}
        {notice.title}
      </b>
    )
  }
  const { path } = notice
  const follow = (event: MouseEvent) => {
    onFollow()
    // Opening another tab or window is left to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    router.history.push(path)
  }
  return (
    <a className={TITLE} href={path} onClick={follow}>
      {mark}
      {notice.title}
    </a>
  )
}
