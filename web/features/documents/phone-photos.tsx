import { useEffect, useEffectEvent, useState } from 'react'
import { type DocumentSlot, SLOT_LABELS } from '#contract/documents/documents.ts'
import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/dates.ts'
import { canAskForCamera } from '#web/shared/capture/can-ask-for-camera.ts'
import { LazyCamera } from '#web/shared/capture/lazy-camera.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { AskedPhoto } from './asked-photo.tsx'
import { useChosenFiles } from './use-chosen-files.ts'
import { type PhonePhoto, useSending } from './use-sending.ts'

/** What a connected phone is asked for, and what of it is on the computer. */
export function PhonePhotos({
  handOff,
  unsent,
  onChange,
  onLost,
  onEnd,
}: {
  handOff: PhoneHandOff
  /** A photo that was taken before the phone was disconnected, and connected again. */
  unsent: PhonePhoto | null
  onChange: (handOff: PhoneHandOff) => void
  /** Connected no more; with the photo that was not sent for that reason. */
  onLost: (unsent: PhonePhoto | null) => void
  onEnd: () => void
}) {
  const { firstName, slots, docType, undoable } = handOff
  const takesPhoto = canAskForCamera()
  const [taking, setTaking] = useState<DocumentSlot | null>(null)
  const { sending, waiting, failure, send } = useSending(handOff, { unsent, onChange, onLost })
  const { chosen, choose, drop } = useChosenFiles((slot, file) => void send(newPhoto(slot, file, false)))
  const [isUndoing, setUndoing] = useState(false)
  const undo = async (id: string) => {
    setUndoing(true)
    try {
      const answer = await api('DELETE /api/phone/hand-off/uploads/:id', { params: { id } })
      onChange(answer.handOff)
    } finally {
      setUndoing(false)
    }
  }
  const undoOf = (slot: DocumentSlot) => {
    const sent = sending === null ? undoable.find((own) => own.slot === slot) : undefined
    return sent && (() => undo(sent.upload))
  }
  const isBusy = taking !== null || sending !== null || isUndoing || slots.some(({ slot }) => chosen[slot])
  useConnection(isBusy, { onSeen: onChange, onLost: () => onLost(failure) })
  const next = slots.find(({ isStored }) => !isStored)?.slot ?? null
  const hasNoQuestion = slots.every(({ slot, isQuestioned }) => !isQuestioned && !chosen[slot])
  const shown = taking ?? next ?? slots[0]?.slot
  return (
    <Page width="narrow">
      <h1>{next || !hasNoQuestion ? greeting(firstName) : 'All photos are on your computer'}</h1>
      <p className="mt-1.5 text-lead text-ink-2">{leadOf(next !== null, hasNoQuestion, takesPhoto)}</p>
      {next || !hasNoQuestion ? (
        <p className="mt-1.5 text-sm text-ink-2">
          This phone stays connected until {formatTime(new Date(handOff.expiresAt))}.
        </p>
      ) : null}
      {failure ? (
        <Banner kind="error" title="That photo wasn’t sent" className="mt-5" live>
          <p>
            {SLOT_LABELS[failure.slot]}: {failure.message} We’ve kept it.
          </p>
          <Button size="sm" className="mt-3" onClick={() => void send(failure)}>
            Send it again
          </Button>
        </Banner>
      ) : null}
      {waiting ? (
        <Banner kind="warning" title="Your photo is waiting" className="mt-5" live>
          <p>{waiting.message}</p>
          <Button size="sm" className="mt-3" onClick={waiting.tryNow}>
            Try again
          </Button>
        </Banner>
      ) : null}
      <ol className="mt-6 grid list-none gap-3 p-0" aria-live="polite">
        {slots.map((asked) => {
          const { slot } = asked
          return (
            <AskedPhoto
              key={slot}
              asked={asked}
              docType={docType}
              chosen={chosen[slot]}
              takesPhoto={takesPhoto}
              isNext={slot === next}
              underWay={sending !== slot ? null : waiting ? 'Waiting...' : 'Sending...'}
              disabled={sending !== null && sending !== slot}
              onTake={() => setTaking(slot)}
              onChoose={(file) => void choose(slot, file)}
              onKeep={(file) => {
                drop(slot)
                void send(newPhoto(slot, file, true))
              }}
              onUndo={undoOf(slot)}
            />
          )
        })}
      </ol>
      <Button variant="tertiary" className="mt-6" onClick={onEnd}>
        Disconnect this phone
      </Button>
      {shown && takesPhoto ? (
        <LazyCamera
          key={shown}
          open={taking !== null}
          onClose={() => setTaking(null)}
          slot={shown}
          docType={docType}
          series={{
            slots: slots.map(({ slot }) => slot),
            done: slots.filter(({ isStored }) => isStored).map(({ slot }) => slot),
          }}
          onUse={(file, { anyway }) => {
            drop(shown)
            void send(newPhoto(shown, file, anyway))
          }}
          onFile={(file) => void choose(shown, file)}
        />
      ) : null}
    </Page>
  )
}

function leadOf(isAnyLeft: boolean, hasNoQuestion: boolean, takesPhoto: boolean): string {
  if (isAnyLeft)
    return takesPhoto
      ? 'Take these photos. They appear on your computer.'
      : 'Your browser can’t open the camera on this page. Choose a photo or file instead. It appears on your computer.'
  return hasNoQuestion ? 'You can close this page, and continue there.' : 'One of them needs another look.'
}

function newPhoto(slot: DocumentSlot, file: File, anyway: boolean): PhonePhoto {
  return { id: crypto.randomUUID(), slot, file, said: { anyway }, chosenAt: Date.now() }
}

function greeting(firstName: string | null): string {
  return firstName ? `Hello ${firstName}` : 'Take the photos'
}

const ASK_MS = 4000

/**
 * Polls what this phone is asked for, which choices on the computer change, and whether it is still connected; not while
 * something would be lost by that.
 */
function useConnection(
  isBusy: boolean,
  { onSeen, onLost }: { onSeen: (handOff: PhoneHandOff) => void; onLost: () => void },
): void {
  const handleSeen = useEffectEvent(onSeen)
  const handleLost = useEffectEvent(onLost)
  useEffect(() => {
    if (isBusy) return
    let isGone = false
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      api('GET /api/phone/hand-off').then(
        ({ handOff }) => {
          if (isGone) return
          if (handOff) handleSeen(handOff)
          else handleLost()
        },
        () => {},
      )
    }
    ask()
    const timer = setInterval(ask, ASK_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isGone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isBusy])
}
