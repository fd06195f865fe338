import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import FileText from 'lucide-react/icons/file-text'
import IdCard from 'lucide-react/icons/id-card'
import ScanFace from 'lucide-react/icons/scan-face'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ComponentType, useEffect, useState } from 'react'
import {
  DOC_TYPE_LABELS,
  type DocType,
  type DocumentDescription,
  type DocumentSlot,
  documentType,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import { HAND_OFF_MINUTES, type HandOff } from '#contract/documents/hand-offs.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatTime } from '#web/lib/dates.ts'
import { documentPreview } from '#web/shared/documents/document-preview.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { Strokes } from '#web/ui/strokes.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { useHandOff } from './follow-hand-off.ts'
import { forgetHandOff, rememberHandOff, runningHandOff } from './open-hand-off.ts'

type Started = Answer<'POST /api/hand-offs'>

/** A code for the phone, and what the phone has sent. Closing it leaves a connected phone connected. */
export function HandOffDialog({
  open,
  onClose,
  slot,
  slots,
  docType,
}: {
  open: boolean
  onClose: () => void
  /** The document at which it was opened. */
  slot: DocumentSlot
  slots: readonly DocumentSlot[]
  docType: DocType | null
}) {
  // A hand-off from before a reload, from a former step, or from before the dialog was closed, continues without its
  // code, which isn't stored.
  const [resumed, setResumed] = useState(() => runningHandOff(slot))
  const [started, setStarted] = useState<Started | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  /** Whether the document at which it was opened is to be taken again, unless it arrived with an earlier code. */
  const [again, setAgain] = useState<DocumentSlot | undefined>(slot)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Another document's dialog may have started one, or ended it.
    if (open) setResumed(runningHandOff(slot))
  }
  const id = resumed ?? (started && started !== 'failed' ? started.handOff.id : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one code each time it opens, and one for each press of New code.
  useEffect(() => {
    if (!open || resumed) return
    let isGone = false
    setStarted(null)
    const asked = { slots: [...slots], again, ...(docType && { docType }) }
    api('POST /api/hand-offs', { body: asked }).then(
      (answer) => {
        if (isGone) return
        setStarted(answer)
        rememberHandOff(answer.handOff, slot)
      },
      () => isGone || setStarted('failed'),
    )
    return () => {
      isGone = true
    }
  }, [open, tries, resumed])
  const { handOff: found, isMissing } = useHandOff(id, open)
  const handOff = found ?? (started && started !== 'failed' ? started.handOff : null)
  const stored = handOff?.slots.filter(({ isStored }) => isStored).length ?? 0
  const questioned = handOff?.slots.filter(({ isQuestioned }) => isQuestioned).length ?? 0
  const end = () => {
    if (id) void api('POST /api/hand-offs/:id/end', { params: { id } }).catch(() => {})
    forgetHandOff()
    setResumed(null)
    setAgain(slot)
    onClose()
  }
  const hide = () => {
    if (handOff) rememberHandOff(handOff, null)
    onClose()
  }
  const lookAt = (questionedSlot: DocumentSlot) => {
    hide()
    // After the dialog has returned the focus.
    requestAnimationFrame(() => setTimeout(() => focusField(questionedSlot)))
  }
  const startAgain = () => {
    if (handOff) setAgain(handOff.slots.some((own) => own.slot === slot && !own.isStored) ? slot : undefined)
    setResumed(null)
    setTries((count) => count + 1)
  }
  useEffect(() => {
    if (isMissing) setResumed(null)
  }, [isMissing])
  const isExpired = handOff?.state === 'expired'
  const isOver = handOff?.state === 'ended' || isExpired
  const isConnected = handOff?.state === 'connected'
  const wasConnected = isExpired && handOff.openedAt !== null
  const isCodeShown = started !== null && started !== 'failed' && !resumed && !isOver && !isConnected
  const isAllReady = stored === handOff?.slots.length && questioned === 0
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || (isConnected && !isAllReady ? hide() : end())}
      size="lg"
      title={isConnected ? 'Your phone is connected' : 'Take the photos with your phone'}
      description={
        isConnected
          ? `Keep this page open. It fills while you take the photos. Your phone stays connected until ${untilOf(handOff)}.`
          : 'You don’t need an app, and you don’t send files to yourself.'
      }
      footer={
        isConnected && !isAllReady ? (
          <>
            <Button onClick={end}>Disconnect the phone</Button>
            <Button variant="primary" onClick={hide}>
              Back to the page
            </Button>
          </>
        ) : (
          <Button onClick={end}>{isAllReady ? 'Done' : 'Cancel'}</Button>
        )
      }
    >
      {started === 'failed' ? (
        <Banner kind="error" title="We couldn’t make a code" className="mt-4" live>
          <Button size="sm" onClick={startAgain}>
            Try again
          </Button>
        </Banner>
      ) : handOff ? (
        <>
          {isOver ? (
            <Banner
              kind="warning"
              title={
                wasConnected
                  ? 'Your phone’s time is over'
                  : isExpired
                    ? 'The code has expired'
                    : 'Your phone is not connected'
              }
              className="mt-4"
              live
            >
              {wasConnected ? (
                <p>It was connected for {HAND_OFF_MINUTES} minutes. Make a new code to continue.</p>
              ) : isExpired ? (
                <p>It works for {HAND_OFF_MINUTES} minutes.</p>
              ) : null}
              {stored > 0 ? <p>What has arrived stays.</p> : null}
              {isAllReady ? null : (
                <Button size="sm" className="mt-3" onClick={startAgain}>
                  New code
                </Button>
              )}
            </Banner>
          ) : !isConnected && resumed ? (
            <Banner kind="info" title="The code you made still works" className="mt-4">
              <p>Until {untilOf(handOff)}, on one phone. This page shows a code only once.</p>
              <Button size="sm" className="mt-3" onClick={startAgain}>
                New code
              </Button>
            </Banner>
          ) : null}
          <div className="mt-5 grid items-start gap-5 min-[680px]:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_19rem]">
            {/* A small screen has room for the code alone; its list is the sentence below it. */}
            <SlotList
              handOff={handOff}
              onLookAt={lookAt}
              className={isCodeShown ? 'max-[679px]:hidden' : undefined}
            />
            {isCodeShown ? (
              <Code started={started} slots={handOff.slots} />
            ) : isConnected ? (
              <Arrived count={stored} slots={handOff.slots} />
            ) : null}
          </div>
        </>
      ) : (
        <LoadingRegion label="Making a code">
          <Skeleton className="mt-4 h-58" />
        </LoadingRegion>
      )}
    </Dialog>
  )
}

function untilOf({ expiresAt }: HandOff): string {
  return formatTime(new Date(expiresAt))
}

function Code({
  started: { handOff, token, link, page, code, mailTo },
  slots,
}: {
  started: Started
  /** On one line, so that the whole dialog fits a small screen. */
  slots: HandOff['slots']
}) {
  // Next to its buttons, because a message over the page would cover the button that closes it.
  const [said, setSaid] = useState('')
  const [isMailing, setMailing] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setSaid('Link copied. Open it on your phone.'),
      () => setSaid('The link wasn’t copied. Scan the code instead.'),
    )
  const mail = async () => {
    setMailing(true)
    const text = await api('POST /api/hand-offs/:id/mail', {
      params: { id: handOff.id },
      body: { token },
    }).then(
      ({ to }) => `We’ve emailed the link to ${to}. Open it on your phone.`,
      (error: unknown) =>
        error instanceof ApiError ? error.message : 'The link wasn’t emailed. Scan the code instead.',
    )
    setMailing(false)
    setSaid(text)
  }
  return (
    <div className="grid justify-items-center gap-1 rounded-3 border border-line bg-surface p-5 text-center">
      <QrCode text={link} label="Code with the link for your phone" className="size-58 max-w-full" />
      <h3 className="mt-3 text-[1.0625rem] leading-6">Scan this code</h3>
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
        {mailTo ? (
          <Button size="sm" busy={isMailing} onClick={() => void mail()}>
            Email me the link
          </Button>
        ) : null}
      </p>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2" role="status">
        {said}
      </p>
      <p className="mt-2 text-sm text-ink-2 min-[680px]:hidden">
        Photos to take: {slots.map(({ slot }) => SLOT_LABELS[slot]).join(', ')}
      </p>
    </div>
  )
}

/** How many of the requested photos are here, in words and as a row of strokes. */
function Arrived({ count, slots }: { count: number; slots: HandOff['slots'] }) {
  return (
    <div className="order-first grid justify-items-center gap-2 rounded-3 border border-line bg-surface p-5 text-center min-[680px]:order-none">
      <Strokes done={slots.map(({ isStored }) => isStored)} />
      <p className="mt-1 text-[1.0625rem] leading-6 font-semibold" role="status">
        {`${count} of ${slots.length} ${slots.length === 1 ? 'photo is' : 'photos are'} here`}
      </p>
      <p className="text-sm text-ink-2">Phone in hand? Follow what it says.</p>
    </div>
  )
}

const GROUP_ICONS: Readonly<Record<DocumentDescription['group'], ComponentType<{ className?: string }>>> = {
  id: IdCard,
  selfie: ScanFace,
  proof: FileText,
  other: FileText,
}

/** What a photo is of, below its name. */
function noteOf(slot: DocumentSlot, docType: DocType | null): string | null {
  switch (documentType(slot).group) {
    case 'id':
      return docType && DOC_TYPE_LABELS[docType]
    case 'selfie':
      return 'Taken now, with your phone'
    case 'proof':
      return 'Bill, bank letter or council tax letter'
    default:
      return null
  }
}

/** The requested photos, which of them have arrived, and which a connected phone asks for next. */
function SlotList({
  handOff: { slots, docType, state },
  onLookAt,
  className,
}: {
  handOff: HandOff
  onLookAt: (slot: DocumentSlot) => void
  className?: string | undefined
}) {
  const held = useQuery(ownDocumentsQuery).data?.documents
  const pictureOf = (slot: DocumentSlot) => {
    const document = held?.find((other) => other.kind === 'consumer' && other.documentType === slot)
    return document ? documentPreview(document) : null
  }
  const next = state === 'connected' ? slots.find(({ isStored }) => !isStored)?.slot : undefined
  return (
    <ol
      className={classNames(
        'list-none overflow-hidden rounded-3 border border-line bg-surface p-0',
        className,
      )}
      aria-live="polite"
    >
      {slots.map((asked) => {
        const { slot, isStored } = asked
        const Icon = GROUP_ICONS[documentType(slot).group]
        const note = noteOf(slot, docType)
        return (
          <li
            key={slot}
            className={classNames(
              'flex min-h-16 items-center gap-3.5 border-t border-line px-4 py-3 first:border-t-0',
              slot === next && 'bg-brand-soft',
            )}
          >
            <span className="grid h-12 w-16 flex-none">
              {isStored ? (
                <Thumbnail src={pictureOf(slot)} fills="box" />
              ) : (
                <span className="grid place-items-center rounded-[6px] border border-line bg-sunken text-ink-3">
                  <Icon className="size-5 stroke-[1.6]" />
                </span>
              )}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
              <span className="min-w-0 flex-1 basis-32">
                <b className="block font-semibold">{SLOT_LABELS[slot]}</b>
                {note ? <span className="block text-sm text-ink-2">{note}</span> : null}
              </span>
              <Standing asked={asked} isNext={slot === next} onLookAt={onLookAt} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const STANDING = 'inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm whitespace-nowrap'

/** How far one of the photos is. */
function Standing({
  asked: { slot, isStored, isQuestioned },
  isNext,
  onLookAt,
}: {
  asked: HandOff['slots'][number]
  isNext: boolean
  onLookAt: (slot: DocumentSlot) => void
}) {
  if (isQuestioned && !isOnPage(slot))
    return (
      <span className={`${STANDING} bg-yellow-bg font-semibold text-yellow-ink`}>
        <CircleAlert className="size-4" />
        Needs another look
      </span>
    )
  if (isQuestioned)
    return (
      <button
        type="button"
        className={`${STANDING} bg-yellow-bg font-semibold text-yellow-ink underline`}
        onClick={() => onLookAt(slot)}
      >
        <CircleAlert className="size-4" />
        Look at it here
        <span className="sr-only">: {SLOT_LABELS[slot]}</span>
      </button>
    )
  if (isStored)
    return (
      <span className={`${STANDING} bg-green-bg font-semibold text-green-ink`}>
        <Check className="size-4" />
        Ready
      </span>
    )
  if (isNext)
    return (
      <span className={`${STANDING} bg-surface font-semibold text-green-ink`}>
        <Smartphone className="size-4" />
        Next on your phone
      </span>
    )
  return (
    <span className={`${STANDING} bg-sunken text-ink-2`}>
      <CircleDashed className="size-4" />
      To do
    </span>
  )
}

/** Whether a document's field is on this page, and not on another step's. */
function isOnPage(slot: DocumentSlot): boolean {
  return window.document.getElementById(slot) !== null
}
