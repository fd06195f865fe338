import { ADDRESS_PROOF_MAX_MONTHS, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import type { AccordionItem } from '#web/ui/accordion.tsx'

const MEGABYTES = ONBOARDING_MAX_FILE_BYTES / 1024 / 1024

/** The questions people ask about verification, with their answers. */
export const QUESTIONS: readonly AccordionItem[] = [
  {
    id: 'why',
    title: 'Why do I need to verify my account?',
    content: (
      <p>
        We must confirm who our customers are before anyone trades environmental assets. It also protects you
        from someone using your name.
      </p>
    ),
  },
  {
    id: 'when',
    title: 'When will I get access to the marketplace?',
    content: (
      <p>
        Access opens once every step on the Verification Status tab is complete. For most people this takes
        under 72&nbsp;hours from the day they submit.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long does verification take?',
    content: (
      <p>
        Identity checks take 24 to 48 hours. You don’t need to keep this page open. We’ll email you the
        result.
      </p>
    ),
  },
  {
    id: 'documents',
    title: 'Which documents do I need?',
    content: (
      <>
        <p>You need three things:</p>
        <ul>
          <li>a passport, driving licence or residence permit (both sides, except for a passport)</li>
          <li>a selfie</li>
          <li>a proof of address dated within {ADDRESS_PROOF_MAX_MONTHS} months</li>
        </ul>
        <p>
          Images can be PNG or JPEG, and documents can also be PDF. Each file must be under {MEGABYTES}
          &nbsp;MB.
        </p>
      </>
    ),
  },
  {
    id: 'fails',
    title: 'What if verification fails?',
    content: (
      <p>
        Your status changes to Action Required and we email you the reason. You can usually fix it by
        uploading a clearer document. Only the items concerned reopen, with the reason beside each.
      </p>
    ),
  },
]
