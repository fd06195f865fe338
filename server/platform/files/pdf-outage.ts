import { AppError } from '#server/platform/http/app-error.ts'
import { ProcessEnded } from './pdf-process.ts'

const RETRY_SECONDS = 10

/** Throws UNAVAILABLE instead of the end of a process, because another attempt may succeed; else the same error. */
export function throwAsOutage(error: unknown): never {
  if (!(error instanceof ProcessEnded)) throw error
  throw new AppError(
    'UNAVAILABLE',
    'We can’t open PDFs at the moment. Please try again in a minute.',
    { retryAfter: RETRY_SECONDS },
    { cause: error },
  )
}
