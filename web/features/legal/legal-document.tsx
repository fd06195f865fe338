import ExternalLink from 'lucide-react/icons/external-link'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

/**
 * A document of another site in a frame of 600 px (onboarding §9). A page cannot learn whether a foreign frame has
 * loaded, so the note with the link always stands above it.
 */
export function LegalDocument({ title, url }: { title: string; url: string }) {
  usePageTitle(title)
  return (
    <Page width="narrow">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>{title}</h1>
        <a className={buttonClass('secondary')} href={url} target="_blank" rel="noreferrer">
          Open in a new tab
          <ExternalLink className="i i-16" />
        </a>
      </div>
      <Banner kind="info" title="This document is kept on our legal site" className="mb-4">
        If it does not appear below, you can read it at{' '}
        <a href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
        .
      </Banner>
      <iframe
        className="card h-[600px] w-full"
        src={url}
        title={title}
        sandbox="allow-same-origin allow-scripts allow-popups"
        referrerPolicy="no-referrer"
      />
    </Page>
  )
}
