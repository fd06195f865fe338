import { useEffect, useState } from 'react'
import { type DocType, type DocumentSlot, SLOT_LABELS } from '#contract/documents/documents.ts'
import { HAND_OFF_MINUTES, type HandOff } from '#contract/documents/hand-offs.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { Strokes } from '#web/ui/strokes.tsx'
import { useHandOff } from './follow-hand-off.ts'
import { SlotList } from './hand-off-slots.tsx'
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
