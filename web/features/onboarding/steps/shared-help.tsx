import { Link } from '@tanstack/react-router'
import { HelpSection } from '#web/ui/onboarding-shell.tsx'

/** Beside the first screens. */
export function HowLong() {
  return (
    <HelpSection title="How long it takes">
      <p>Identity checks take 24 to 48 hours.</p>
      <p>Marketplace access is typically granted in under 72 hours.</p>
    </HelpSection>
  )
}

/** Beside the risk disclosure. */
export function RiskHelp() {
  return (
    <HelpSection title="You can stop here">
      <p>You can stop here. It costs nothing and your account won’t change.</p>
    </HelpSection>
  )
}

/** Beside the choice of what one wants to do. */
export function UserTypeHelp() {
  return (
    <HelpSection title="Why we ask">
      <p>It decides which rules apply to you. Traders and investors certify themselves as well.</p>
    </HelpSection>
  )
}

/** The link to the privacy policy, which leaves the journey where it is. */
export function PrivacyPolicy() {
  return (
    <Link to="/privacy" target="_blank" rel="noreferrer">
      privacy policy
    </Link>
  )
}
