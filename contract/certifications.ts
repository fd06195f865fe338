import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FreeText, Moment, StorableText, UserId } from './fields.ts'
import { MUTATION_LIMIT } from './users.ts'

/** The name under which the risk disclosure's acceptance is kept (onboarding §3). */
export const RISK_DISCLOSURE = {
  type: 'risk_disclosure',
  name: 'main_risk_disclosure',
  alias: 'risk_disclosure',
} as const
export const USER_TYPE_SELECTION = 'user_type_selection'

export const Certification = z.object({
  id: z.number(),
  certification_name: z.string(),
  certification_type: z.string(),
  acknowledged_at: Moment,
  expires_at: Moment.nullable(),
})
export type Certification = z.infer<typeof Certification>

export const CertificationName = z.enum([RISK_DISCLOSURE.name, RISK_DISCLOSURE.alias, USER_TYPE_SELECTION])

export const checkCertification = endpoint({
  method: 'GET',
  path: '/api/certifications/check',
  access: 'user',
  summary: 'Whether the signed-in user has accepted a text',
  query: z.object({ name: CertificationName, userId: UserId.optional() }),
  answer: z.object({ hasAccepted: z.boolean() }),
  errors: ['FORBIDDEN'],
})

/**
 * Accepts the risk disclosure. The server keeps its own text, version and hash: `certification_text` of the caller is
 * compared with it, never stored in its place. Investor statements have a call of their own.
 */
export const acceptCertification = endpoint({
  method: 'POST',
  path: '/api/certifications/accept',
  access: 'user',
  summary: 'Record that the signed-in user accepts the risk disclosure',
  body: z.object({
    userId: UserId.optional(),
    certification_type: z.literal(RISK_DISCLOSURE.type),
    certification_name: z.enum([RISK_DISCLOSURE.name, RISK_DISCLOSURE.alias]),
    reference_url: StorableText(2000).optional(),
    certification_text: FreeText(50_000).optional(),
    overwrite_existing: z.boolean().optional(),
    additional_data: z
      .object({ timestamp: StorableText(40).optional(), source: StorableText(100).optional() })
      .optional(),
  }),
  answer: z.object({ success: z.literal(true), certification: Certification }),
  errors: ['FORBIDDEN'],
  limit: MUTATION_LIMIT,
})

export const listOwnCertifications = endpoint({
  method: 'GET',
  path: '/api/certifications/user',
  access: 'user',
  summary: 'What the signed-in user has accepted, newest first',
  answer: z.object({ certifications: z.array(Certification) }),
  errors: [],
})
