import { AppError } from '#server/platform/http/app-error.ts'
import { violatedConstraint } from './database-faults.ts'

/**
 * Does once what a page requests under an idempotency key: `find` looks for the earlier result, `make` creates
 * it. Of two requests at the same moment the database lets one through, and the other finds its result. Throws
 * what `find` and `make` throw.
 */
export async function onceByKey<T>(find: () => Promise<T | undefined>, make: () => Promise<T>): Promise<T> {
  const known = await find()
  if (known !== undefined) return known
  try {
    return await make()
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    const made = await find()
    if (made === undefined) throw error
    return made
  }
}

/** Throws INVALID_STATE if a key was used before with other values. */
export function requireSame(
  stored: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, unknown>>,
): void {
  if (Object.entries(asked).every(([name, value]) => stored[name] === value)) return
  throw new AppError(
    'INVALID_STATE',
    'This was already saved, with other details. Reload the page to see what was saved.',
  )
}
