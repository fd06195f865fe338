import type { z } from 'zod'

/** What the rule of a form’s field is: one that takes no answer exactly where its table says that it may be left empty. */
export type FieldRule<Field> = Field extends { isOptional: true }
  ? z.ZodOptional<z.ZodType<string>>
  : z.ZodType<string>
