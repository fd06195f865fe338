import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { whenSeen } from '../document-views.ts'

/** This long a page has to be on screen before it counts as looked at (design §11). */
export const LOOK_MS = 1000

/** How wide a page is shown, in pixels, when its print can be read: a card, a letter of A4, a face. */
const READING_WIDTHS = { id: 480, proof: 600, other: 600, selfie: 240 } as const

/** Whether a picture is shown at reading size: wide enough for its kind, or as wide as it is. */
export function isReadable(slot: DocumentSlot, shownWidth: number, naturalWidth: number): boolean {
  return shownWidth >= Math.min(READING_WIDTHS[documentType(slot).group], naturalWidth) - 1
}

/**
 * Tells the server once for each page of a document that it was on screen at reading size for a second; the server takes
 * that as the reviewer's look at it. `hasFailed` where it could not be told.
 */
export function useLook(
  document: { id: string; documentType: DocumentSlot },
  page: number,
  picture: RefObject<HTMLElement | null>,
  shown: { width: number; naturalWidth: number } | null,
) {
  const [viewing] = useState(() => crypto.randomUUID())
  const told = useRef(new Set<number>())
  const { mutate, isError, variables, reset } = useMutation({
    mutationFn: (seen: number) =>
      api('POST /api/documents/:id/views', { params: { id: document.id }, body: { viewing, page: seen } }),
    onSuccess: () => invalidate('GET /api/admin/users/:id/kyc-case'),
    // No one presses anything for it.
    meta: { isQuiet: true },
  })
  const isLarge = shown !== null && isReadable(document.documentType, shown.width, shown.naturalWidth)
  useEffect(() => {
    if (!isLarge || !picture.current || told.current.has(page)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = whenSeen(picture.current, (isSeen) => {
      clearTimeout(timer)
      if (!isSeen || told.current.has(page)) return
      timer = setTimeout(() => {
        told.current.add(page)
        mutate(page)
      }, LOOK_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isLarge, page, picture, mutate])
  return {
    isLarge,
    hasFailed: isError,
    tryAgain: () => {
      reset()
      if (variables !== undefined) mutate(variables)
    },
  }
}
