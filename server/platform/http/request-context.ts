import type { FastifyRequest } from 'fastify'

/**
 * Whether a request is for the API, however its address is spelled: the router decodes `/%61pi/…` to a route of ours,
 * so a look at the address alone would miss it.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/') === true
}

/** What a use case may know of the request that caused it: evidence for the ledger, nothing to decide by. */
export interface Origin {
  requestId: string
  ip: string | undefined
  userAgent: string | undefined
}

/** The Origin of a request, for the ledger and for certifications. */
export function originOf(request: { id: string; ip: string; headers: { 'user-agent'?: string } }): Origin {
  return { requestId: request.id, ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 400) }
}
