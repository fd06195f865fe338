import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'

/** Whether software compares the caller’s selfie with their ID photo after submission, and what they chose. */
export const FaceComparison = z.object({
  /** Whether the operator has switched it on. If not, nothing is compared. */
  isOn: z.boolean(),
  /** The operator’s legal basis, in words for the person to read; null if it is off. */
  basis: z.string().nullable(),
  /** When the caller was told; nothing is compared before. */
  toldAt: Moment.nullable(),
  /** Whether they asked that only people compare their photos. */
  byPeopleOnly: z.boolean(),
})
export type FaceComparison = z.infer<typeof FaceComparison>

export const readFaceComparison = endpoint({
  method: 'GET',
  path: '/api/face-comparison',
  access: 'applicant',
  summary: 'Whether a machine compares the caller’s selfie with their ID photo, and what they want',
  answer: FaceComparison,
  errors: [],
})

/** Sent by the page that shows it: without this call the caller’s photos are never compared. Idempotent. */
export const tellFaceComparison = endpoint({
  method: 'POST',
  path: '/api/face-comparison/told',
  access: 'applicant',
  summary: 'The caller has been shown that a machine compares their photos',
  body: z.object({}),
  answer: FaceComparison,
  errors: ['INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const chooseFaceComparison = endpoint({
  method: 'PUT',
  path: '/api/face-comparison',
  access: 'applicant',
  summary:
    'Ask that only people compare the caller’s photos, which deletes what a machine found; or take that back',
  body: z.object({ byPeopleOnly: z.boolean() }),
  answer: FaceComparison,
  errors: ['INVALID_STATE', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})
