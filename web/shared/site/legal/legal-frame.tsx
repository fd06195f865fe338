import { useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { currentTheme, subscribeToTheme } from '#web/ui/theme.ts'

/** Our own documents run no scripts and may only open links; another site's page needs its own rights. */
const OWN_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox'
const FOREIGN_RIGHTS = 'allow-same-origin allow-scripts allow-popups allow-popups-to-escape-sandbox'

/** Whether the product serves this document itself. */
export function isOwnDocument(url: string): boolean {
  return url.startsWith('/')
}

/**
 * A legal document in a frame of 600 px (onboarding §2.10). A page can't tell whether a foreign frame has loaded,
 * so there is always a note with the link above it.
 */
export function LegalFrame({ title, url }: { title: string; url: string | undefined }) {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme)
  if (!url) {
    return (
      <LoadingRegion label="Loading the document" className={cardClass(false, 'h-[600px] p-6')}>
        <Skeleton width="60%" height={28} />
      </LoadingRegion>
    )
  }
  const isOwn = isOwnDocument(url)
  return (
    <>
      {isOwn ? null : (
        <Banner kind="info" title="This document is kept on our legal site" className="mb-4">
          If it does not appear below, you can read it at{' '}
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
          .
        </Banner>
      )}
      <iframe
        className={cardClass(false, 'h-[600px] w-full')}
        src={isOwn ? `${url}?theme=${theme}` : url}
        title={title}
        sandbox={isOwn ? OWN_RIGHTS : FOREIGN_RIGHTS}
        referrerPolicy="no-referrer"
      />
    </>
  )
}
