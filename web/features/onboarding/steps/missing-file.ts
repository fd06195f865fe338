import type { DocumentSlot } from '#contract/documents/documents.ts'
import { useOnboardingPerson } from '#web/lib/session.ts'
import { useIsSending } from '#web/shared/documents/use-upload.ts'
import { useJourney } from '../journey/journey.ts'

const NAMES = {
  'id-front': 'the front of your ID',
  'id-back': 'the back of your ID',
  selfie: 'your selfie',
  'proof-of-address': 'your proof of address',
} as const satisfies Partial<Record<DocumentSlot, string>>

/** Why Continue is closed while the first of these slots without a file has none; null if each has one. */
export function useMissingFile(slots: readonly (keyof typeof NAMES)[]): string | null {
  const { kind, files } = useJourney()
  const userId = useOnboardingPerson()?.id
  const missing = slots.find((slot) => !files.includes(slot))
  const isSending = useIsSending(kind, userId, missing)
  if (!missing) return null
  return isSending ? `Waiting for ${NAMES[missing]} to upload` : `Add ${NAMES[missing]} to continue`
}
