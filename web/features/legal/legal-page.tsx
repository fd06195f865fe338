import { useCompany } from '#web/lib/company.ts'
import { LegalDocument } from './legal-document.tsx'

/** The terms of service, as the deployment's own document (onboarding §2, Legal pages). */
export function TermsPage() {
  const company = useCompany()
  return <LegalDocument title="Terms of Service" url={company.termsUrl} />
}

/** The privacy policy, likewise. */
export function PrivacyPage() {
  const company = useCompany()
  return <LegalDocument title="Privacy Policy" url={company.privacyUrl} />
}
