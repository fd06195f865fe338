import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import { useEffect, useState } from 'react'
import { type DocType, type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import { HAND_OFF_MINUTES, type HandOff } from '#contract/documents/hand-offs.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { useOnboardingPerson } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { QrCode } from './qr-code.tsx'

const POLL_MS = 2000

type Started = Answer<'POST /api/hand-offs'>

/** A code for the phone, and what the phone has sent; closing it disconnects the phone. */
export function HandOffDialog({
  open,
  onClose,
  slots,
  docType,
}: {
  open: boolean
  onClose: () => void
  slots: readonly DocumentSlot[]
  docType: DocType | null
}) {
  const [started, setStarted] = useState<Started | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const id = started && started !== 'failed' ? started.handOff.id : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: one code each time it opens, and one for each press of New code.
  useEffect(() => {
    if (!open) return
    let isGone = false
    setStarted(null)
    api('POST /api/hand-offs', { body: { slots: [...slots], ...(docType && { docType }) } }).then(
      (answer) => isGone || setStarted(answer),
      () => isGone || setStarted('failed'),
    )
    return () => {
      isGone = true
    }
  }, [open, tries])
  const query = useQuery({
    ...endpointQuery('GET /api/hand-offs/:id', { params: { id: id ?? '' } }),
    enabled: open && id !== null,
    refetchInterval: POLL_MS,
  })
  const handOff = query.data?.handOff ?? (started && started !== 'failed' ? started.handOff : null)
  const stored = handOff?.slots.filter(({ isStored }) => isStored).length ?? 0
  useEffect(() => {
    if (stored > 0)
      void invalidate('GET /api/documents', 'GET /api/verification/status', 'GET /api/documents/former')
  }, [stored])
  const close = () => {
    if (id) void api('POST /api/hand-offs/:id/end', { params: { id } }).catch(() => {})
    onClose()
  }
  const isOver = handOff?.state === 'ended' || handOff?.state === 'expired'
  const isConnected = handOff?.state === 'connected'
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={isConnected ? 'Your phone is connected' : 'Take the photos with your phone'}
      description={
        isConnected
          ? 'Keep this page open. It fills while you take the photos.'
          : 'You don’t need an app, and you don’t send files to yourself.'
      }
      footer={
        <Button onClick={close}>
          {handOff && stored === handOff.slots.length ? 'Done' : endLabel(isConnected)}
        </Button>
      }
    >
      {started === 'failed' ? (
        <Banner kind="error" title="We couldn’t make a code" className="mt-4" live>
          <Button size="sm" onClick={() => setTries((count) => count + 1)}>
            Try again
          </Button>
        </Banner>
      ) : started && handOff ? (
        <>
          {isOver ? (
            <Banner kind="warning" title="Your phone is not connected" className="mt-4" live>
              <p>What has arrived stays.</p>
              <Button size="sm" className="mt-3" onClick={() => setTries((count) => count + 1)}>
                New code
              </Button>
            </Banner>
          ) : isConnected ? null : (
            <Code started={started} />
          )}
          <SlotList handOff={handOff} />
        </>
      ) : (
        <LoadingRegion label="Making a code">
          <Skeleton className="mt-4 h-58" />
        </LoadingRegion>
      )}
    </Dialog>
  )
}

function endLabel(isConnected: boolean): string {
  return isConnected ? 'Disconnect the phone' : 'Cancel'
}

function Code({ started: { link, page, code } }: { started: Started }) {
  const email = useOnboardingPerson()?.email ?? ''
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ kind: 'success', title: 'Link copied', description: 'Open it on your phone.' }),
      () => toast({ kind: 'error', title: 'The link wasn’t copied', description: 'Scan the code instead.' }),
    )
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Link for my phone')}&body=${encodeURIComponent(link)}`
  return (
    <div className="mt-5 grid justify-items-center gap-1 text-center">
      <QrCode text={link} label="Code with the link for your phone" />
      <p className="mt-3 font-semibold">Scan this code</p>
      <p className="text-sm text-ink-2">
        Open the camera on your phone and point it here. The code works once, for {HAND_OFF_MINUTES} minutes.
      </p>
      <p className="mt-2 text-sm text-ink-2">
        No scanner? Open{' '}
        <b className="font-mono font-semibold wrap-anywhere">{page.replace(/^https?:\/\//, '')}</b> and type{' '}
        <b className="font-mono font-semibold whitespace-nowrap">{`${code.slice(0, 4)}-${code.slice(4)}`}</b>
      </p>
      <p className="mt-3 flex flex-wrap justify-center gap-2.5">
        <Button size="sm" onClick={() => void copy()}>
          Copy the link
        </Button>
        <a className={buttonClass('secondary', 'sm')} href={mail}>
          Email me the link
        </a>
      </p>
    </div>
  )
}

/** What the phone is asked for, and what is here. */
function SlotList({ handOff }: { handOff: HandOff }) {
  return (
    <ol className="mt-6 list-none overflow-hidden rounded-3 border border-line p-0" aria-live="polite">
      {handOff.slots.map(({ slot, isStored }) => (
        <li
          key={slot}
          className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-2 first:border-t-0"
        >
          <b className="min-w-0 flex-1 font-semibold">{documentType(slot).short}</b>
          {isStored ? (
            <span className="inline-flex items-center gap-1.5 rounded-full bg-green-bg px-3 py-1 text-sm font-semibold text-green-ink">
              <Check className="size-4" />
              Ready
            </span>
          ) : (
            <span className="inline-flex items-center gap-1.5 rounded-full bg-sunken px-3 py-1 text-sm text-ink-2">
              <CircleDashed className="size-4" />
              To do
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
