import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { isApiRequest } from './request-context.ts'

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Refuses addresses with a parameter given twice or named like a prototype, also where no one reads it: two readers
 * of one address must never see two values (security R33).
 */
export function registerParameterGuard(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, next) => {
    if (!request.url.includes('?') || !isApiRequest(request)) return next()
    const isRefused = Object.entries(request.query ?? {}).some(
      ([name, value]) => PROTOTYPE_KEYS.has(name) || Array.isArray(value),
    )
    if (!isRefused) return next()
    next(new AppError('VALIDATION_ERROR', 'The address has a parameter twice or one that is not allowed.'))
  })
}
