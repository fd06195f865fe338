import ExternalLink from 'lucide-react/icons/external-link'
import { privacyPolicy } from '#domain/legal/privacy-policy.ts'
import { useCompany, useLegal } from '#web/lib/company.ts'
import { formatDate } from '#web/lib/dates.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { isOwnDocument, LegalFrame } from './legal-frame.tsx'
import { LegalSections } from './legal-sections.tsx'

/** The privacy policy over the current page, so that no one has to leave a decision (account-admin §2.16). */
export function PrivacyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const company = useCompany()
  const legal = useLegal()
  const url = legal?.privacyUrl
  const isOwn = url === undefined || isOwnDocument(url)
  const policy = privacyPolicy(company, legal?.faceComparisonBasis ?? null)
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
        <LegalSections sections={policy.sections} className="mt-4" />
      ) : (
        <LegalFrame title={policy.title} url={url} />
      )}
    </Dialog>
  )
}
