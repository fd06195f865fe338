import { useEffect, useState } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { DocumentNotice, StoredDocument } from '#contract/documents/uploads.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { asJpeg } from './as-jpeg.ts'
import { chosenNotices } from './given-file.ts'
import type { SeenFile } from './picture-check.ts'

interface Seen extends SeenFile {
  file: File
  /** Null until they are counted, or if they can't be. */
  faces: number | null
}

/**
 * The notices for a chosen file before it is sent, in the same text as for a stored one. None until the device
 * has inspected it, or if it can't: the server then does so once it has the file.
 */
export function useChosenNotices(
  file: File | null,
  slot: DocumentSlot,
  beside: readonly StoredDocument[],
): { notices: DocumentNotice[]; faces: number | undefined } {
  const [seen, setSeen] = useState<Seen | null>(null)
  useEffect(() => {
    if (!file) return
    let isGone = false
    const look = async () => {
      const { countSelfieFaces, seenOf } = await fetchModule(() => import('./picture-check.ts'))
      const found = await seenOf(await asJpeg(file), slot)
      if (isGone) return
      setSeen({ ...found, file, faces: null })
      const faces = slot === 'selfie' ? await countSelfieFaces(file) : null
      if (!isGone && faces !== null) setSeen({ ...found, file, faces })
    }
    look().catch(() => {})
    return () => {
      isGone = true
    }
  }, [file, slot])
  if (seen === null || seen.file !== file) return { notices: [], faces: undefined }
  return { notices: chosenNotices(seen, slot, beside), faces: seen.faces ?? undefined }
}
