import ExternalLink from 'lucide-react/icons/external-link'
import { useLegalUrls } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { LegalFrame } from '#web/shared/site/legal/legal-frame.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

/** The terms of service: the deployment's own document, or the product's (onboarding §2, Legal pages). */
export function TermsPage() {
  return <LegalDocument title="Terms of Service" url={useLegalUrls()?.termsUrl} />
}

/** The privacy policy: the deployment's own document, or the product's. */
export function PrivacyPage() {
  return <LegalDocument title="Privacy Policy" url={useLegalUrls()?.privacyUrl} />
}

/** The page around a legal document, with a link to open it in a new tab (account-admin §2, Overlays). */
function LegalDocument({ title, url }: { title: string; url: string | undefined }) {
  usePageTitle(title)
  return (
    <Page width="narrow">
      <div className="mb-6 flex min-h-12 flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>{title}</h1>
        {url ? (
          <a className={buttonClass('secondary')} href={url} target="_blank" rel="noreferrer">
            Open in a new tab
            <ExternalLink className="size-4" />
          </a>
        ) : null}
      </div>
      <LegalFrame title={title} url={url} />
    </Page>
  )
}
