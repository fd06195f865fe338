import { violatedConstraint } from '#server/platform/database/database-faults.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** The user a row refers to has been deleted. */
const PERSON_GONE = /_user_id_users_id_fk$/

/**
 * The refusal of someone whose user is gone; undefined for any other failure. Only a visitor's provisional user is
 * ever deleted: someone signed in and claimed the application meanwhile.
 */
export function personGone(error: unknown): AppError | undefined {
  if (!PERSON_GONE.test(violatedConstraint(error) ?? '')) return undefined
  return new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
}
