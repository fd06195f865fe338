import Clock from 'lucide-react/icons/clock'
import type { ShownEmail } from '#contract/account/shown-email.ts'
import { EmailText } from '#web/ui/email-text.tsx'

/** A person's address as staff see it. */
export function PersonEmail({ person, missing }: { person: ShownEmail; missing?: string }) {
  if (!person.email) return missing
  return (
    <>
      <EmailText address={person.email} /> <UnconfirmedMark person={person} />
    </>
  )
}

/**
 * Marks an address until its person has proven that it is theirs: it says nothing about who they are (choices
 * §2.6).
 */
export function UnconfirmedMark({ person: { email, email_confirmed } }: { person: ShownEmail }) {
  if (!email || email_confirmed) return null
  return (
    <span className="flex-none text-sm font-medium whitespace-nowrap text-yellow-ink">
      <Clock className="mr-1 inline size-3.5 align-[-2px]" />
      unconfirmed
    </span>
  )
}
