import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Checks the fields of the open screen alone: what the others lack is their own to say. */
export function stepResolver(rules: z.ZodType | null): Resolver<FieldValues> {
  if (!rules) return (values) => ({ values, errors: {} })
  return zodResolver(rules as z.ZodType<FieldValues, FieldValues>)
}
