import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * Waits for what a request has asked for by its id. Others' and missing ones are the same NOT_FOUND, which counts as a walk
 * along ids (security A03, R15); every failure continues as it is.
 */
export async function countMisses<T>(
  { countMiss }: { countMiss: (request: FastifyRequest) => Promise<void> },
  request: FastifyRequest,
  found: Promise<T>,
): Promise<T> {
  return found.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') await countMiss(request)
    throw error
  })
}
