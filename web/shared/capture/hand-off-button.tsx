import Smartphone from 'lucide-react/icons/smartphone'
import { useEffect } from 'react'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { isComputer } from '#web/lib/is-computer.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { useHandOff } from './follow-hand-off.ts'
import { forgetHandOff, useRunningHandOff } from './open-hand-off.ts'

const HandOffDialog = lazyOverlay(() => import('./hand-off-dialog.tsx'), 'HandOffDialog')

/**
 * Offers to take the photos with a phone, before any other way, and says at each document that a connected one is asked for that it is
 * connected, also on the next steps. Not offered on a phone, which has a camera itself.
 */
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
  const running = useRunningHandOff(slot)
  const { handOff, isMissing } = useHandOff(running, !isOpen)
  const isConnected = handOff?.state === 'connected'
  const isOver = isMissing || handOff?.state === 'ended' || handOff?.state === 'expired'
  // What its dialog says about that is said to who has it open.
  useEffect(() => {
    if (isOver && !isOpen) forgetHandOff()
  }, [isOver, isOpen])
  return (
    <>
      {isConnected || (isOffered && isComputer()) ? (
        <div className="mt-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant={isConnected ? 'secondary' : 'primary'}
            aria-describedby={describedBy}
            onClick={() => onOpenChange(true)}
          >
            <Smartphone className="size-4" />
            {isConnected ? 'Your phone is connected' : 'Take it with your phone'}
          </Button>
          {isConnected ? null : <p className="text-sm text-ink-2">Scan a code. You don’t need an app.</p>}
        </div>
      ) : null}
      <HandOffDialog
        open={isOpen}
        onClose={() => onOpenChange(false)}
        slot={slot}
        slots={slots}
        docType={docType}
      />
    </>
  )
}
