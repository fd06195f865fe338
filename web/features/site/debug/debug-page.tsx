import RefreshCw from 'lucide-react/icons/refresh-cw'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signInUrl } from '#web/lib/session.ts'
import { signOutTo } from '#web/lib/sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Page } from '#web/ui/page.tsx'
import { DebugPanel } from './debug-panel.tsx'
import { StatusCard } from './status-card.tsx'
import { StepsCard } from './steps-card.tsx'
import { useDebug } from './use-debug.ts'

/** How sign-in and the user's records stand; outside production alone (account-admin §2, Debug page; choices §7). */
export function DebugPage() {
  usePageTitle('Authentication debug')
  const debug = useDebug()
  return (
    <Page width="narrow">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 tabIndex={-1}>Authentication debug</h1>
          <Chip>Not in production</Chip>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button busy={debug.isFetching} onClick={debug.refresh}>
            <RefreshCw className="i" />
            Refresh
          </Button>
          <a className={buttonClass()} href={signInUrl('/debug')}>
            Log In
          </a>
          <Button onClick={() => signOutTo('/debug')}>Log Out</Button>
        </div>
      </div>
      <div className="split-57 mb-8">
        <StatusCard debug={debug} />
        <StepsCard debug={debug} />
      </div>
      <DebugPanel debug={debug} />
    </Page>
  )
}
