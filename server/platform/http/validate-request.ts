import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { AppError } from './app-error.ts'
import { issueMessage } from './issue-message.ts'

/** Checks a part of a request by the schema of its endpoint. What it throws has a sentence for each value concerned. */
export const validateRequest: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (given) => {
    const checked = schema.safeParse(given, { error: issueMessage })
    return checked.success ? { value: checked.data } : { error: refusalOf(checked.error.issues) }
  }

function refusalOf(issues: z.core.$ZodIssue[]): AppError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message
  return new AppError('VALIDATION_ERROR', Object.values(fields)[0] ?? 'Check the values you entered.', {
    fields,
  })
}
