import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'

/** Days for which a finished export can be downloaded (choices §7.3). */
export const EXPORT_DAYS = 7
/** Exports per person and day (security R54). */
export const EXPORTS_PER_DAY = 3

export const ExportState = z.enum(['queued', 'ready', 'failed', 'expired'])
export type ExportState = z.infer<typeof ExportState>

export const DataExport = z.object({
  id: z.uuid(),
  state: ExportState,
  requestedAt: Moment,
  readyAt: Moment.nullable(),
  expiresAt: Moment.nullable(),
  bytes: z.number().nullable(),
})
export type DataExport = z.infer<typeof DataExport>

/** Returns the export being made, if there is one: only one is made at a time. */
export const requestExport = endpoint({
  method: 'POST',
  path: '/api/data/request-export',
  access: 'user',
  summary: 'Ask for a copy of everything held about the signed-in user; its link is mailed',
  body: z.object({}),
  answer: z.object({ success: z.literal(true), export: DataExport }),
  errors: ['INVALID_STATE', 'RATE_LIMITED'],
  limit: MUTATION_LIMIT,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/data/exports',
  access: 'user',
  summary: 'The exports of the signed-in user, newest first',
  answer: z.object({ exports: z.array(DataExport) }),
  errors: [],
})

/** Needs a recent sign-in (security R11). */
export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/data/exports/:id/file',
  access: 'user',
  summary: 'The zip file of a finished export; only one’s own',
  params: z.object({ id: z.uuid() }),
  answer: { file: ['application/zip'] },
  errors: ['NOT_FOUND', 'INVALID_STATE', 'REAUTH_REQUIRED'],
})
