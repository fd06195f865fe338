import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { LOOK_MS, MAX_SHOWN_MS, readingWidth } from '#contract/documents/looks.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import type { CaseDocument } from './selected-document.ts'

/** What is reported about a period in which a page was on screen at one width. */
interface Stretch {
  viewing: string
  page: number
  shownWidth: number
  shownMs: number
}

/**
 * Tells the server how wide the shown page of a document is on screen, once it was visible for a second, and
 * for how long it stayed so; the server decides which of that is a look. `onDrawn` takes the picture; `isLarge`
 * is null while unknown; `isDrawn` is set from the first picture on; `hasFailed` is set if it couldn't be reported although it `isNeeded` for accepting.
 */
export function useLook(document: CaseDocument, page: number, isNeeded: boolean) {
  const { id } = document
  const [drawn, setDrawn] = useState<{ page: number; picture: HTMLImageElement } | null>(null)
  const picture = drawn?.page === page ? drawn.picture : null
  const shownWidth = useWidth(picture)
  const { mutate, isError, variables, reset } = useMutation({
    mutationFn: (stretch: Stretch) => api('POST /api/documents/:id/views', { params: { id }, body: stretch }),
    onSuccess: () => invalidate('GET /api/admin/users/:id/kyc-case'),
    // It happens without any user action.
    meta: { isQuiet: true },
  })
  useEffect(() => {
    if (!picture || shownWidth === 0) return
    let end = () => {}
    const stop = whenSeen(picture, (isSeen) => {
      end()
      if (isSeen) end = beginStretch(id, { page, shownWidth }, mutate)
    })
    return () => {
      end()
      stop()
    }
  }, [id, page, picture, shownWidth, mutate])
  return {
    onDrawn: useCallback(
      (of: number, _pages: number, image: HTMLImageElement) => setDrawn({ page: of, picture: image }),
      [],
    ),
    isDrawn: drawn !== null,
    isLarge: shownWidth === 0 ? null : shownWidth >= readingWidth(document.documentType, document.width),
    hasFailed: isError && isNeeded,
    tryAgain: () => {
      reset()
      if (variables) mutate(variables)
    },
  }
}

/** Reports a period once it has lasted for a look. Returns the function that ends it and reports its full length. */
function beginStretch(
  id: string,
  shown: Pick<Stretch, 'page' | 'shownWidth'>,
  tell: (stretch: Stretch) => void,
): () => void {
  const stretch = { ...shown, viewing: crypto.randomUUID() }
  const from = performance.now()
  const timer = setTimeout(() => tell({ ...stretch, shownMs: LOOK_MS }), LOOK_MS)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    const shownMs = Math.min(Math.floor(performance.now() - from), MAX_SHOWN_MS)
    // The look itself was reported; if the rest is lost, the history says one second.
    if (shownMs >= 2 * LOOK_MS)
      void api('POST /api/documents/:id/views', { params: { id }, body: { ...stretch, shownMs } }).catch(
        () => undefined,
      )
  }
}

/** How wide a picture is currently shown, whatever its rotation; 0 while it isn't. */
function useWidth(picture: HTMLImageElement | null): number {
  const [shown, setShown] = useState<{ of: HTMLImageElement; width: number } | null>(null)
  useEffect(() => {
    if (!picture) return
    const observer = new ResizeObserver(() => setShown({ of: picture, width: picture.offsetWidth }))
    observer.observe(picture)
    return () => observer.disconnect()
  }, [picture])
  return shown && shown.of === picture ? shown.width : 0
}

/** The share of a document that must be on screen to count as a look. */
const SHARE_SEEN = 0.2

/**
 * Calls `onChange` when the element enters the screen in the foreground tab, and when it leaves; returns a
 * function that stops it.
 */
function whenSeen(element: HTMLElement, onChange: (isSeen: boolean) => void): () => void {
  let isOnScreen = false
  const check = () => onChange(isOnScreen && document.visibilityState === 'visible')
  const observer = new IntersectionObserver(
    (entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? false
      check()
    },
    { threshold: SHARE_SEEN },
  )
  observer.observe(element)
  document.addEventListener('visibilitychange', check)
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', check)
  }
}
