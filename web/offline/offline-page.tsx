import { AppHeader } from '#web/ui/app-header.tsx'
import { BrandLink } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'

export const OFFLINE_TITLE = 'You’re offline'

/**
 * Shown instead of a page that can't be reached. The build renders it, and look-after.ts adds behaviour without
 * React. It has no personal data and nothing specific to a deployment, and its menu doesn't show whether anyone
 * is signed in.
 */
export function OfflinePage() {
  return (
    <>
      <SkipLink />
      <AppHeader label="Main" brand={<BrandLink href="/" area="Verify" />} />
      <ErrorPage
        title={OFFLINE_TITLE}
        lead="This page needs a connection. We’ll keep trying, and open it as soon as we can."
        actions={
          <>
            <Button variant="primary" size="lg">
              Try again
            </Button>
            <p role="status" className="min-h-[1lh] text-ink-2 max-sm:w-full" />
          </>
        }
      >
        {/* As high as its longest words, so that nothing shifts when they are known. */}
        <p id="kept" className="mt-3 min-h-[2lh] max-w-[46ch] text-ink-2 max-sm:min-h-[3lh]">
          Nothing you sent is lost.
        </p>
      </ErrorPage>
    </>
  )
}
