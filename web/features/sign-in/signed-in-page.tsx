import { useEffect } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { SESSION_CHANNEL } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'

/** The end of a sign-in started from a locked page in a separate window: notifies that page and closes. */
export function SignedInPage() {
  usePageTitle('You’re signed in')
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    channel.postMessage('signed-in')
    channel.close()
    // Browsers close only windows that a page has opened; a tab stays open and says what to do.
    window.close()
  }, [])
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>You’re signed in</h1>
      <p className="mt-3 text-lead text-ink-2">You can close this tab and go back to your page.</p>
    </Page>
  )
}
