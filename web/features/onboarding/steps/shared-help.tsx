import { Link } from '@tanstack/react-router'
import { isVisitor, useOnboardingPerson } from '#web/lib/session.ts'
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

/** A visitor's application is reviewed once it belongs to an account. */
export function WhatHappensNext({ reviewed }: { reviewed: string }) {
  const person = useOnboardingPerson()
  return (
    <HelpSection title="What happens next">
      {person && isVisitor(person) ? <p>You create an account, or sign in, with the same email.</p> : null}
      <p>We review {reviewed} within 48 hours and email you the result.</p>
      <p>Marketplace access is typically granted in under 72 hours.</p>
    </HelpSection>
  )
}

/** Help for the risk disclosure. */
export function RiskHelp() {
  return (
    <HelpSection title="You can stop here">
      <p>You can stop here. It costs nothing, and nothing else changes.</p>
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
