import LoaderCircle from 'lucide-react/icons/loader-circle'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { SecurityCheck } from './use-security-check.ts'

/** One line that says how the security check stands. */
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
