import { useEffect, useState } from 'react'

/** Whether a moment has passed, by a timer that fires at it. */
export function useIsOver(at: string | null | undefined): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (!at) return
    const timer = setTimeout(() => setPassed(at), Math.max(0, new Date(at).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at != null && passed === at
}
