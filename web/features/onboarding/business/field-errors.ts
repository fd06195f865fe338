import { type FieldErrors, get } from 'react-hook-form'
import type { BusinessStep } from '#contract/business-steps.ts'
import type { BusinessValues } from './form-values.ts'
import { placeOfField, stepOfField } from './steps-of-fields.ts'

export interface FieldError {
  path: string
  message: string
}

/** What is wrong with the field at a path; of a list, what is wrong with it as a whole. */
export function errorAt(errors: FieldErrors<BusinessValues>, path: string): string | undefined {
  const found: { message?: string; root?: { message?: string } } | undefined = get(errors, path)
  return found?.root?.message ?? (typeof found?.message === 'string' ? found.message : undefined)
}

/** Everything that is wrong on a screen, in the order of its fields. */
export function errorsOfStep(errors: FieldErrors<BusinessValues>, step: BusinessStep): FieldError[] {
  return flattened(errors, '')
    .filter(({ path }) => stepOfField(path) === step)
    .sort((one, other) => placeOfField(one.path).localeCompare(placeOfField(other.path)))
}

function flattened(node: unknown, path: string): FieldError[] {
  if (typeof node !== 'object' || node === null || node instanceof Element) return []
  const own = 'message' in node && typeof node.message === 'string' ? node.message : null
  if (own !== null && path !== '') return [{ path, message: own }, ...inner(node, path)]
  return inner(node, path)
}

function inner(node: object, path: string): FieldError[] {
  return Object.entries(node).flatMap(([name, child]) => {
    if (NOT_A_FIELD.includes(name)) return []
    if (name === 'root') return flattened(child, path)
    return flattened(child, path === '' ? name : `${path}.${name}`)
  })
}

/** What react-hook-form keeps beside the message of an error. */
const NOT_A_FIELD: readonly string[] = ['ref', 'type', 'types', 'message']
