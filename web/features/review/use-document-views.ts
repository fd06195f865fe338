import { useMutation } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'

/** This much of the viewer on screen is a look at what it shows. */
const SHARE_SEEN = 0.2

/**
 * Tells the server once for each page of a document that it was drawn and on screen in the viewer. The server takes that
 * as the reviewer's look at it; `hasFailed` where it could not be told.
 */
export function useDocumentViews(id: string, stage: RefObject<HTMLElement | null>) {
  const [viewing] = useState(() => crypto.randomUUID())
  const told = useRef(new Set<number>())
  const [drawn, setDrawn] = useState<number | null>(null)
  const { mutate, isError, variables, reset } = useMutation({
    mutationFn: (page: number) =>
      api('POST /api/documents/:id/views', { params: { id }, body: { viewing, page } }),
    onSuccess: () => invalidate('GET /api/admin/users/:id/kyc-case'),
    // No one presses anything for it.
    meta: { isQuiet: true },
  })
  useEffect(() => {
    if (drawn === null || !stage.current) return
    return whenSeen(stage.current, () => {
      if (told.current.has(drawn)) return
      told.current.add(drawn)
      mutate(drawn)
    })
  }, [drawn, stage, mutate])
  return {
    onDrawn: useCallback((page: number) => setDrawn(page), []),
    hasFailed: isError,
    tryAgain: () => {
      reset()
      if (variables !== undefined) mutate(variables)
    },
  }
}

/** Calls when the element is on screen in a tab that is in front, each time it comes to be; returns the way to stop. */
function whenSeen(element: HTMLElement, onSeen: () => void): () => void {
  let isOnScreen = false
  const check = () => {
    if (isOnScreen && document.visibilityState === 'visible') onSeen()
  }
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
