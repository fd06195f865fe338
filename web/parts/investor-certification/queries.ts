import type { Answer } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'

/** The investor rules in force, and what a statement of the signed-in person is made of. */
export const investorRulesQuery = endpointQuery('GET /api/certifications/investor-rules')
/** All that the person has accepted and signed. */
export const ownCertificationsQuery = endpointQuery('GET /api/certifications/user')

export type Terms = Answer<'GET /api/certifications/investor-rules'>
export type OwnCertifications = Answer<'GET /api/certifications/user'>
export type OwnCertification = OwnCertifications['certifications'][number]
