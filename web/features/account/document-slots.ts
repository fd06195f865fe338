import { CONSUMER_SLOTS, type ConsumerSlot, SLOT_LABELS } from '#contract/documents.ts'
import type { KycProfile } from '#contract/onboarding.ts'

const URL_OF = {
  'id-front': 'id_document_url',
  'id-back': 'id_document_back_url',
  selfie: 'selfie_url',
  'proof-of-address': 'proof_of_address_url',
} as const satisfies Record<ConsumerSlot, keyof KycProfile>

type Addresses = Pick<KycProfile, (typeof URL_OF)[ConsumerSlot]>

/** The address of a slot's document; null where none is uploaded. */
export function documentUrlOf(profile: Addresses, slot: ConsumerSlot): string | null {
  return profile[URL_OF[slot]]
}

/** How many of the four documents there are, and the first that is missing (account-admin §4). */
export function documentCount(profile: Addresses | null): { uploaded: number; missing: string | null } {
  const missing = CONSUMER_SLOTS.filter((slot) => !profile || documentUrlOf(profile, slot) === null)
  const [first] = missing
  return {
    uploaded: CONSUMER_SLOTS.length - missing.length,
    missing: first ? SLOT_LABELS[first] : null,
  }
}
