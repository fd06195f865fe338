import { createHash } from 'node:crypto'

/** What data rests on, so that another answer is seen to be another. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** The fingerprints of what someone says of themselves, by the items of their case. */
export const PERSON_FINGERPRINTS = {
  name: ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    fingerprint([firstName, lastName]),
  birth_date: ({ dob }: { dob: string }) => fingerprint(dob),
  address: ({ address }: { address: string }) => fingerprint(address),
} as const
