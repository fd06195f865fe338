import { CONSUMER_SLOTS, type ConsumerSlot, SLOT_LABELS } from '#contract/documents.ts'
import type { KycProfile } from '#contract/onboarding.ts'
import { requiredSlots } from '#domain/cases/document-requirements.ts'

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

/** How many of the four documents there are (account-admin §4), and the first missing one that this ID document asks for. */
export function documentCount(profile: (Addresses & Pick<KycProfile, 'doc_type'>) | null): {
  uploaded: number
  missing: string | null
} {
  const isMissing = (slot: ConsumerSlot) => !profile || documentUrlOf(profile, slot) === null
  const first = requiredSlots(profile?.doc_type ?? null).find(isMissing)
  return {
    uploaded: CONSUMER_SLOTS.filter((slot) => !isMissing(slot)).length,
    missing: first ? SLOT_LABELS[first] : null,
  }
}
