import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDP_PREFIX } from './deps.ts'
import { KNOWN_DEVICE_DAYS } from './tries.ts'

/**
 * Knows again the browser in which an account's password was typed, or a sign-up began: strangers' tries don't count against
 * it, and what proves an address works there alone. The owner of an address must not confirm, by opening the mail, an account
 * that a stranger makes with it (security A19).
 */
export interface BrowserMark {
  /** Marks the browser of a request, unless it is marked; returns the hash to keep. */
  set(request: FastifyRequest, reply: FastifyReply): string
  /** The hash of a request's browser; undefined where it has no mark. */
  of(request: FastifyRequest): string | undefined
}

/** The mark of this deployment: a cookie that no script reads and no other page than the provider's is sent. */
export function browserMark(publicUrl: string): BrowserMark {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Secure-idp_browser' : 'idp_browser'
  const tokenOf = (request: FastifyRequest) => {
    const token = request.cookies[name]
    return token && token.length <= 100 ? token : undefined
  }
  return {
    set(request, reply) {
      const token = tokenOf(request) ?? randomBytes(32).toString('base64url')
      const maxAge = KNOWN_DEVICE_DAYS * 86_400
      reply.setCookie(name, token, { path: IDP_PREFIX, httpOnly: true, sameSite: 'lax', secure, maxAge })
      return hashOf(token)
    },
    of(request) {
      const token = tokenOf(request)
      return token && hashOf(token)
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
