import { useState } from 'react'
import { type DocumentSlot, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import type { DocumentNotice } from '#contract/documents/uploads.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { asJpeg } from '#web/shared/documents/as-jpeg.ts'
import { fileProblem } from '#web/shared/documents/check-file.ts'
import { chosenNotices } from '#web/shared/documents/given-file.ts'

/** A file chosen on this phone and not sent yet: being judged, refused, or waiting for its owner's answer. */
export type UnsentFile =
  | { kind: 'looked_at' }
  | { kind: 'refused'; message: string }
  | { kind: 'asked'; file: File; notices: readonly DocumentNotice[] }

/** The chosen files of a phone, judged before they are sent as on a computer; a good one is sent automatically. */
export function useChosenFiles(onGood: (slot: DocumentSlot, file: File) => void) {
  const [chosen, setChosen] = useState<Partial<Record<DocumentSlot, UnsentFile>>>({})
  const set = (slot: DocumentSlot, next: UnsentFile | undefined) =>
    setChosen((last) => ({ ...last, [slot]: next }))
  const choose = async (slot: DocumentSlot, file: File) => {
    const message = fileProblem(file, slot, ONBOARDING_MAX_FILE_BYTES)
    if (message) return set(slot, { kind: 'refused', message })
    set(slot, { kind: 'looked_at' })
    // What this device can't judge, the server judges after the upload.
    const notices = await noticesOf(file, slot).catch(() => [])
    set(slot, notices.length > 0 ? { kind: 'asked', file, notices } : undefined)
    if (notices.length === 0) onGood(slot, file)
  }
  return { chosen, choose, drop: (slot: DocumentSlot) => set(slot, undefined) }
}

async function noticesOf(file: File, slot: DocumentSlot): Promise<DocumentNotice[]> {
  const { countSelfieFaces, seenOf } = await fetchModule(
    () => import('#web/shared/documents/picture-check.ts'),
  )
  const seen = await seenOf(await asJpeg(file), slot)
  const faces = slot === 'selfie' ? await countSelfieFaces(file) : null
  return chosenNotices({ ...seen, faces }, slot, [])
}
