import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

const HandOffDialog = lazyOverlay(() => import('./hand-off-dialog.tsx'), 'HandOffDialog')

/** Offers to take the photos with a phone; not shown on a phone, which has a camera itself. */
export function HandOffButton({
  isOffered,
  slot,
  slots,
  docType,
  describedBy,
  isOpen,
  onOpenChange,
}: {
  /** Hides the offer while there is a file; a connected phone stays connected for the next photos. */
  isOffered: boolean
  /** The document it belongs to. */
  slot: DocumentSlot
  slots: readonly DocumentSlot[]
  docType: DocType | null
  describedBy: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const [isConnected, setConnected] = useState(false)
  return (
    <div className={isOffered || isConnected ? 'mt-3 pointer-coarse:hidden' : undefined}>
      {isOffered || isConnected ? (
        <Button
          variant="tertiary"
          size="sm"
          aria-describedby={describedBy}
          onClick={() => onOpenChange(true)}
        >
          <Smartphone className="size-4" />
          {isConnected ? 'Your phone is connected' : 'Take it with your phone'}
        </Button>
      ) : null}
      <HandOffDialog
        open={isOpen}
        onClose={() => onOpenChange(false)}
        onConnected={setConnected}
        slot={slot}
        slots={slots}
        docType={docType}
      />
    </div>
  )
}
