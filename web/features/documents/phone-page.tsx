import Check from 'lucide-react/icons/check'
import { useEffect, useEffectEvent, useState } from 'react'
import { type DocumentSlot, documentType, SLOT_LABELS } from '#contract/documents/documents.ts'
import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { openOnPhone } from './phone-calls.ts'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { type PhonePhoto, useSending } from './use-sending.ts'

const CameraDialog = lazyOverlay(() => import('#web/shared/capture/camera-dialog.tsx'), 'CameraDialog')

type Connection =
  | { kind: 'opening' }
  | { kind: 'refused'; message: string }
  | { kind: 'connected'; handOff: PhoneHandOff }
  | { kind: 'ended' }

/** Where the code of a computer leads on a phone: what to photograph, and nothing else of the person. */
export function PhonePage() {
  usePageTitle('Take the photos')
  const [connection, setConnection] = useState<Connection>({ kind: 'opening' })
  const disconnect = (kind: 'refused' | 'ended') => {
    setConnection(kind === 'ended' ? { kind } : { kind, message: NOT_CONNECTED })
    forgetPhotos()
  }
  const handleOpened = useEffectEvent((handOff: PhoneHandOff | null) => {
    if (handOff) return setConnection({ kind: 'connected', handOff })
    setConnection({ kind: 'refused', message: NO_CODE })
    forgetPhotos()
  })
  useEffect(() => {
    let isGone = false
    openOnPhone().then(
      (handOff) => isGone || handleOpened(handOff),
      (error: unknown) => isGone || setConnection({ kind: 'refused', message: messageOf(error) }),
    )
    return () => {
      isGone = true
    }
  }, [])
  const end = async () => {
    await api('POST /api/phone/hand-off/end').catch(() => {})
    disconnect('ended')
  }
  switch (connection.kind) {
    case 'opening':
      return (
        <Page width="narrow">
          <LoadingRegion label="Connecting">
            <Skeleton className="h-40" />
          </LoadingRegion>
        </Page>
      )
    case 'refused':
      return (
        <Page width="narrow">
          <h1>Your phone is not connected</h1>
          <p className="mt-1.5 text-lead text-ink-2" role="alert">
            {connection.message}
          </p>
          <PhoneCodeForm onOpened={(handOff) => setConnection({ kind: 'connected', handOff })} />
        </Page>
      )
    case 'ended':
      return (
        <Page width="narrow">
          <h1>Your phone is disconnected</h1>
          <p className="mt-1.5 text-lead text-ink-2">
            You can close this page, and continue on your computer.
          </p>
        </Page>
      )
    case 'connected':
      return (
        <Photos
          handOff={connection.handOff}
          onChange={(handOff) => setConnection({ kind: 'connected', handOff })}
          onLost={() => disconnect('refused')}
          onEnd={() => void end()}
        />
      )
    default:
      return connection satisfies never
  }
}

/** What waits for a line is of no use to a phone that is connected no more. */
function forgetPhotos(): void {
  fetchModule(() => import('#web/shared/documents/waiting-files.ts'))
    .then(({ forgetPhones }) => forgetPhones())
    .catch(() => {})
}

/** Where nothing says whether there ever was a code. */
const NO_CODE =
  'On your computer, press “Take it with your phone” and scan the code there, or type it here. It works for ten minutes.'
const NOT_CONNECTED = 'The code worked for ten minutes, or it was ended. Make a new one on your computer.'

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : NOT_CONNECTED
}

interface PhotosProps {
  handOff: PhoneHandOff
  onChange: (handOff: PhoneHandOff) => void
  onLost: () => void
  onEnd: () => void
}

function Photos({ handOff, onChange, onLost, onEnd }: PhotosProps) {
  const { firstName, slots, docType } = handOff
  const [taking, setTaking] = useState<DocumentSlot | null>(null)
  const { sending, waiting, failure, send } = useSending(handOff, { onChange, onLost })
  const next = slots.find(({ isStored }) => !isStored)?.slot ?? null
  const shown = taking ?? next ?? slots[0]?.slot
  return (
    <Page width="narrow">
      <h1>{next ? greeting(firstName) : 'All photos are on your computer'}</h1>
      <p className="mt-1.5 text-lead text-ink-2">
        {next
          ? 'Take these photos. They appear on your computer.'
          : 'You can close this page, and continue there.'}
      </p>
      {failure ? (
        <Banner kind="error" title="That photo wasn’t sent" className="mt-5" live>
          <p>{failure.message} We’ve kept it.</p>
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
        {slots.map(({ slot, isStored }) => (
          <li
            key={slot}
            className="flex flex-wrap items-center gap-3 rounded-3 border border-line bg-surface px-4 py-3.5"
          >
            <span className="min-w-0 flex-1">
              <b className="block font-semibold">{documentType(slot).short}</b>
              {isStored ? (
                <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-green-ink">
                  <Check className="size-4" />
                  On your computer
                </span>
              ) : null}
            </span>
            <Button
              variant={slot === next ? 'primary' : 'secondary'}
              busy={sending === slot}
              busyLabel="Sending..."
              disabled={sending !== null && sending !== slot}
              aria-label={`${isStored ? 'Take again' : 'Take the photo'}: ${SLOT_LABELS[slot]}`}
              onClick={() => setTaking(slot)}
            >
              {isStored ? 'Take again' : 'Take the photo'}
            </Button>
          </li>
        ))}
      </ol>
      <Button variant="tertiary" className="mt-6" onClick={onEnd}>
        Disconnect this phone
      </Button>
      {shown ? (
        <CameraDialog
          key={shown}
          open={taking !== null}
          onClose={() => setTaking(null)}
          slot={shown}
          docType={docType}
          onUse={(file, { anyway }) => void send(newPhoto(shown, file, anyway))}
          onFile={(file) => void send(newPhoto(shown, file, false))}
        />
      ) : null}
    </Page>
  )
}

function newPhoto(slot: DocumentSlot, file: File, anyway: boolean): PhonePhoto {
  return { id: crypto.randomUUID(), slot, file, said: { anyway }, chosenAt: Date.now() }
}

function greeting(firstName: string | null): string {
  return firstName ? `Hello ${firstName}` : 'Take the photos'
}
