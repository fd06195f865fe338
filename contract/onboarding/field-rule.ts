import type { z } from 'zod'

/** The rule of a form’s field: optional exactly if the table says that the field may be left empty. */
export type FieldRule<Field> = Field extends { isOptional: true }
  ? z.ZodOptional<z.ZodType<string>>
  : z.ZodType<string>
