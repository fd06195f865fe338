import { useEffect, useEffectEvent, useState } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { phoneOwner } from '#web/lib/waiting-database.ts'
import { prepareWaiting } from '#web/lib/waiting-key.ts'
import { asJpeg } from '#web/shared/documents/as-jpeg.ts'
import { inTurn } from '#web/shared/documents/in-turn.ts'
import type { WaitingFile } from '#web/shared/documents/waiting-file.ts'
import type { UploadWaiting } from '#web/ui/upload-field-look.ts'

/** What stores and sends files; loaded with the page, because it is needed once the connection is lost. */
const loadSending = () =>
  Promise.all([
    fetchModule(() => import('#web/shared/documents/waiting-files.ts')),
    fetchModule(() => import('#web/shared/documents/send-document.ts')),
  ])

/** A photo taken on this phone; its id stays the same however often it is sent. */
export type PhonePhoto = Pick<WaitingFile, 'id' | 'slot' | 'file' | 'said' | 'chosenAt'>

interface SendingOptions {
  /** A photo that an earlier connection didn't send; its owner decides when to. */
  unsent: PhonePhoto | null
  /** Called with what is requested next once a photo has arrived. */
  onChange: (handOff: PhoneHandOff) => void
  /** The phone is no longer connected; the photo wasn’t sent. */
  onLost: (unsent: PhonePhoto) => void
}

/** Sends a phone's photos one after the other, and continues with those that waited when the page was closed. */
export function useSending(handOff: PhoneHandOff, { unsent, onChange, onLost }: SendingOptions) {
  const [sending, setSending] = useState<DocumentSlot | null>(null)
  const [waiting, setWaiting] = useState<UploadWaiting | null>(null)
  const [failure, setFailure] = useState<(PhonePhoto & { message: string }) | null>(
    unsent && handOff.slots.some(({ slot }) => slot === unsent.slot)
      ? { ...unsent, id: crypto.randomUUID(), message: 'Your phone was disconnected before it was sent.' }
      : null,
  )

  const send = async (
    { id, slot, file, said, chosenAt }: PhonePhoto,
    signal = new AbortController().signal,
  ) => {
    let isLost = false
    setSending(slot)
    setFailure(null)
    try {
      const [{ forgetFile, storeWaitingFile }, { sendFromPhone }] = await loadSending()
      const owner = phoneOwner(handOff.expiresAt)
      const docType = handOff.docType ?? undefined
      const photo = { id, slot, file: await asJpeg(file), said: { ...said, docType } }
      await storeWaitingFile({ ...photo, owner, place: slot, chosenAt, isSent: true })
      const asked = await inTurn(id, signal, async () => {
        const answer = await sendFromPhone(photo, { signal, onSent: () => {}, onWaiting: setWaiting })
        await forgetFile({ id, owner, place: slot })
        return answer
      })
      if (asked) onChange(asked)
    } catch (error) {
      if (signal.aborted) return
      isLost = error instanceof ApiError && error.status === 404
      if (isLost) return onLost({ id, slot, file, said, chosenAt })
      const message = error instanceof Error ? error.message : 'We couldn’t send it.'
      setFailure({ id, slot, file, said, chosenAt, message })
    } finally {
      setWaiting(null)
      // A lost connection stays busy: the next poll would report the loss again, without the photo.
      if (!isLost) setSending(null)
    }
  }

  const goOn = useEffectEvent(async (signal: AbortSignal) => {
    const [{ findWaitingFile, forgetOthers }] = await loadSending()
    const owner = phoneOwner(handOff.expiresAt)
    prepareWaiting(owner)
    await forgetOthers(owner)
    for (const { slot } of handOff.slots) {
      const kept = await findWaitingFile({ owner, place: slot })
      if (kept && !signal.aborted) await send(kept, signal)
    }
  })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // A photo whose key couldn't be fetched is opened once the connection is back.
    goOn(signal).catch(() =>
      window.addEventListener('online', () => void goOn(signal), { once: true, signal }),
    )
    return () => leaving.abort(new Error('The page was left'))
  }, [])

  return { sending, waiting, failure, send }
}
