import { Link } from '@tanstack/react-router'
import { HelpSection } from '#web/ui/onboarding-shell.tsx'

/** Help for the first screens. */
export function HowLong() {
  return (
    <HelpSection title="How long it takes">
      <p>Identity checks take 24 to 48 hours.</p>
      <p>Marketplace access is typically granted in under 72 hours.</p>
    </HelpSection>
  )
}

/** Help for the risk disclosure. */
export function RiskHelp() {
  return (
    <HelpSection title="You can stop here">
      <p>You can stop here. It costs nothing and your account won’t change.</p>
    </HelpSection>
  )
}

/** Help for choosing a user type. */
export function UserTypeHelp() {
  return (
    <HelpSection title="Why we ask">
      <p>It decides which rules apply to you. Traders and investors certify themselves as well.</p>
    </HelpSection>
  )
}

/** A link to the privacy policy that keeps the journey open. */
export function PrivacyPolicy() {
  return (
    <Link to="/privacy" target="_blank" rel="noreferrer">
      privacy policy
    </Link>
  )
}
