import { type RefObject, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { AnchoredPopover } from '#web/ui/popover.tsx'
import { NoticeList } from './notice-list.tsx'

/** As the styles say where a dialog becomes a sheet. */
const PHONE = '(max-width: 720px)'

/** The list beside the bell; on a phone it is a sheet. */
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
