import ExternalLink from 'lucide-react/icons/external-link'
import type { LegalText } from '#domain/legal/legal-text.ts'
import { privacyPolicy } from '#domain/legal/privacy-policy.ts'
import { termsOfService } from '#domain/legal/terms-of-service.ts'
import { useCompany, useLegal } from '#web/lib/company.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { isOwnDocument, LegalFrame } from '#web/shared/site/legal/legal-frame.tsx'
import { LegalSections } from '#web/shared/site/legal/legal-sections.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

/** The terms of service: the deployment's own document, or the product's (onboarding §2.10). */
export function TermsPage() {
  return <LegalDocument text={termsOfService(useCompany())} url={useLegal()?.termsUrl} />
}

/** The privacy policy: the deployment's own document, or the product's. */
export function PrivacyPage() {
  const company = useCompany()
  const legal = useLegal()
  const text = privacyPolicy(company, legal?.faceComparisonBasis ?? null)
  return <LegalDocument text={text} url={legal?.privacyUrl} />
}

/** The page around a legal document, with a link to open it in a new tab (account-admin §2.16). */
function LegalDocument({ text, url }: { text: LegalText; url: string | undefined }) {
  const { title, updated, sections } = text
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
      {url && isOwnDocument(url) ? (
        <>
          <div className="print:hidden">
            <LegalFrame title={title} url={url} />
          </div>
          {/* A frame prints only what it shows. */}
          <div className="hidden print:block">
            <p className="mb-6 text-ink-3">Last updated: {formatDate(updated)}</p>
            <LegalSections sections={sections} />
          </div>
        </>
      ) : (
        <LegalFrame title={title} url={url} />
      )}
    </Page>
  )
}
