import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import { ApiError, isSignedOut, mayHaveHappened } from '#web/lib/api-error.ts'

/** Puts what the server refused at its fields, and focuses the first. Returns whether any field shows it. */
export function placeFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const known = fields.filter(([path]) => get(form.getValues(), path) !== undefined)
  known.forEach(([path, message], index) => {
    form.setError(path as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
  })
  return known.length > 0
}

/** Why something could not be saved, for the banner of a form; null where the fields say it. */
export function submitError(
  error: Error | null,
  values: FieldValues,
): { title: string; message: string } | null {
  if (!error) return null
  const isAtField =
    error instanceof ApiError && Object.keys(error.fields).some((path) => get(values, path) !== undefined)
  if (isAtField) return null
  if (isSignedOut(error))
    return {
      title: 'Your session has ended',
      message: 'Sign in again in another tab, then save here. What you typed is kept.',
    }
  if (mayHaveHappened(error))
    return {
      title: 'We don’t know whether this was saved',
      message: `${error.message} Check whether it’s there before you save it again.`,
    }
  return { title: 'This was not saved', message: error.message }
}
