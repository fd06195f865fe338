import ExternalLink from 'lucide-react/icons/external-link'
import type { LegalSection } from '#domain/legal/legal-text.ts'
import { privacyPolicy } from '#domain/legal/privacy-policy.ts'
import { useCompany, useLegalUrls } from '#web/lib/company.ts'
import { formatDate } from '#web/lib/dates.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { isOwnDocument, LegalFrame } from './legal-frame.tsx'

/** The privacy policy over the current page, so that no one has to leave a decision (account-admin §2, Overlays). */
export function PrivacyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const company = useCompany()
  const url = useLegalUrls()?.privacyUrl
  const isOwn = url === undefined || isOwnDocument(url)
  const policy = privacyPolicy(company)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={policy.title}
      description={isOwn ? `Last updated: ${formatDate(policy.updated)}` : undefined}
      size="lg"
      footer={
        url ? (
          <a className={buttonClass('secondary')} href={url} target="_blank" rel="noreferrer">
            Open in a new tab
            <ExternalLink className="size-4" />
          </a>
        ) : null
      }
    >
      {isOwn ? (
        <div className="mt-4 grid gap-6">
          {policy.sections.map((section) => (
            <PolicySection key={section.heading} section={section} />
          ))}
        </div>
      ) : (
        <LegalFrame title={policy.title} url={url} />
      )}
    </Dialog>
  )
}

function PolicySection({ section: { heading, paragraphs, points } }: { section: LegalSection }) {
  return (
    <section>
      <h3>{heading}</h3>
      {paragraphs.map((paragraph) => (
        <p className="mt-2 text-ink-2" key={paragraph}>
          {paragraph}
        </p>
      ))}
      {points ? (
        <ul className="mt-2 list-disc pl-5 text-ink-2">
          {points.map((point) => (
            <li className="mt-1" key={point}>
              {point}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
