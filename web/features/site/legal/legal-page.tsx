import { useLegalUrls } from '#web/lib/company.ts'
import { LegalDocument } from './legal-document.tsx'

/** The terms of service: the deployment's own document, or the product's (onboarding §2, Legal pages). */
export function TermsPage() {
  return <LegalDocument title="Terms of Service" url={useLegalUrls()?.termsUrl} />
}

/** The privacy policy, likewise. */
export function PrivacyPage() {
  return <LegalDocument title="Privacy Policy" url={useLegalUrls()?.privacyUrl} />
}
