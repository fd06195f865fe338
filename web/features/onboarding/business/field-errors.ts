import { type FieldErrors, get } from 'react-hook-form'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import type { BusinessValues } from './form-values.ts'
import { placeOfField, stepOfField } from './steps-of-fields.ts'

export interface FieldError {
  path: string
  message: string
}

/** Returns the error of the field at a path; for a list, the error of the list as a whole. */
export function errorAt(errors: FieldErrors<BusinessValues>, path: string): string | undefined {
  return messageOf(get(errors, path))
}

/**
 * For a list, the newer of the two places in which react-hook-form stores errors: the list's own may be from an
 * earlier check.
 */
function messageOf(
  node: { message?: unknown; root?: { message?: unknown } } | undefined,
): string | undefined {
  return [node?.root?.message, node?.message].find((message) => typeof message === 'string')
}

/** Returns every error on a screen, in the order of its fields. */
export function errorsOfStep(errors: FieldErrors<BusinessValues>, step: BusinessStep): FieldError[] {
  return flattened(errors, '')
    .filter(({ path }) => stepOfField(path) === step)
    .sort((left, right) => placeOfField(left.path).localeCompare(placeOfField(right.path)))
}

function flattened(node: unknown, path: string): FieldError[] {
  if (typeof node !== 'object' || node === null || node instanceof Element) return []
  const own = messageOf(node)
  const inner = Object.entries(node)
    .filter(([name]) => !NOT_A_FIELD.includes(name))
    .flatMap(([name, child]) => flattened(child, path === '' ? name : `${path}.${name}`))
  return own === undefined || path === '' ? inner : [{ path, message: own }, ...inner]
}

/** Keys that react-hook-form stores in an error along with its message. */
const NOT_A_FIELD: readonly string[] = ['ref', 'root', 'type', 'types', 'message']
