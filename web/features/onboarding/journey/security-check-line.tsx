import LoaderCircle from 'lucide-react/icons/loader-circle'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useCallback, useEffect, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'

/** One line with the state of the security check. */
export function SecurityCheckLine({ check, onRetry }: { check: SecurityCheck; onRetry: () => void }) {
  return (
    <p
      className="mt-2.5 flex items-center gap-2 text-sm text-ink-3"
      id="captchaToken"
      role="status"
      tabIndex={-1}
    >
      <Content check={check} onRetry={onRetry} />
    </p>
  )
}

function Content({ check, onRetry }: { check: SecurityCheck; onRetry: () => void }) {
  switch (check.kind) {
    case 'off':
      return null
    case 'working':
      return (
        <>
          <LoaderCircle className="size-4 animate-spin" />
          Security check in progress
        </>
      )
    case 'passed':
      return (
        <>
          <ShieldCheck className="size-4" />
          Security check passed
        </>
      )
    case 'failed':
      return (
        <>
          <ShieldAlert className="size-4" />
          The security check didn’t finish.
          <button className="link" type="button" onClick={onRetry}>
            Try again
          </button>
        </>
      )
    default:
      return check satisfies never
  }
}

type SecurityCheck =
  | { kind: 'off' }
  | { kind: 'working' }
  | { kind: 'passed'; token: string }
  | { kind: 'failed' }

/** In milliseconds, a little less than the server's challenges are valid. */
const FRESH_MS = 15 * 60_000

/**
 * Solves the proof of work in the background while people read their answers (choices §6.2). A solution
 * is valid for one submission: `renew` computes the next one.
 */
export function useSecurityCheck(required: boolean): { check: SecurityCheck; renew: () => void } {
  const [round, setRound] = useState(0)
  const [solved, setSolved] = useState<{ round: number; token: string | null } | null>(null)

  useEffect(() => {
    if (!required) return
    const controller = new AbortController()
    let expiry: ReturnType<typeof setTimeout> | undefined
    void solve(controller)
      .catch(() => null)
      .then((token) => {
        if (controller.signal.aborted) return
        setSolved({ round, token })
        if (token) expiry = setTimeout(() => setRound((last) => last + 1), FRESH_MS)
      })
    return () => {
      controller.abort()
      clearTimeout(expiry)
    }
  }, [required, round])

  const renew = useCallback(() => setRound((last) => last + 1), [])
  if (!required) return { check: { kind: 'off' }, renew }
  if (solved?.round !== round) return { check: { kind: 'working' }, renew }
  return { check: solved.token ? { kind: 'passed', token: solved.token } : { kind: 'failed' }, renew }
}

async function solve(controller: AbortController): Promise<string | null> {
  const [challenge, { solveChallenge }] = await Promise.all([
    api('GET /api/captcha/challenge', undefined, { signal: controller.signal }),
    fetchModule(() => import('./solve-challenge.ts')),
  ])
  return solveChallenge(challenge, controller)
}
