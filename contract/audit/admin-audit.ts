import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { DateText, FreeText, Moment, PageQuery, UserId } from '#contract/fields.ts'

/** One event of the ledger, as administrators read it (cases, Events; security R24). */
export const AuditEvent = z.object({
  id: z.number(),
  at: Moment,
  type: z.string(),
  title: z.string(),
  actor: z.object({ kind: z.enum(['user', 'staff', 'system']), id: z.number().nullable(), name: z.string() }),
  /** The person it is about; null if it is about no one. */
  person: z.object({ id: z.number(), name: z.string() }).nullable(),
  case_id: z.number().nullable(),
  subject: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  reasons: z.array(z.string()),
  note: z.string().nullable(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

/** Filters of the log; days are London days, the last one included. */
export const AuditFilters = z.object({
  /** One type of event, or every type with this part before the dot. */
  type: FreeText(60).optional(),
  /** The person it is about: an account's number or address, or words of a name or company. */
  person: FreeText(254).optional(),
  /** The acting user: an account's number or address, or words of a name or company. */
  actor: FreeText(254).optional(),
  from: DateText.optional(),
  to: DateText.optional(),
  /** `hidden` leaves out what people read while they were auditors, which is recorded call by call. */
  reads: z.enum(['hidden']).optional(),
})
export type AuditFilters = z.infer<typeof AuditFilters>

const AuditPage = z.object({
  success: z.literal(true),
  data: z.array(AuditEvent),
  nextCursor: z.string().nullable(),
})

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'audit.read',
  summary: 'The audit log, newest first',
  query: PageQuery.extend(AuditFilters.shape),
  answer: AuditPage,
  errors: ['VALIDATION_ERROR'],
})

export const listAuditTypes = endpoint({
  method: 'GET',
  path: '/api/admin/audit/types',
  access: 'audit.read',
  summary: 'The types of event that the audit log holds',
  answer: z.object({ types: z.array(z.object({ type: z.string(), title: z.string() })) }),
  errors: [],
})

export const exportAuditEvents = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  access: 'audit.export',
  stepUp: true,
  summary:
    'The audit log as a file with the hashes of its chain: whole in the order of its lanes, or what a filter finds, oldest first; the export is recorded',
  query: AuditFilters.extend({ format: z.enum(['csv', 'ndjson']).default('csv') }),
  answer: { file: ['text/csv', 'application/x-ndjson'] },
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'REAUTH_REQUIRED'],
  limit: { bucket: 'audit-export', max: 20, windowSeconds: 3600 },
})

/** Reads the whole ledger, so pages only call it on request. */
export const checkAuditChain = endpoint({
  method: 'POST',
  path: '/api/admin/audit/check',
  access: 'audit.read',
  summary: 'Recompute the hash chain of the audit log; the check is recorded',
  answer: z.object({
    isWhole: z.boolean(),
    checked: z.number(),
    /** One sentence per break in the chain. */
    faults: z.array(z.string()),
    checkedAt: Moment,
  }),
  errors: ['RATE_LIMITED'],
  limit: { bucket: 'audit-check', max: 6, windowSeconds: 600 },
})

/** Returns the latest checkpoint stored outside the database, and the result of the last comparison with it. */
export const getAuditCheckpoint = endpoint({
  method: 'GET',
  path: '/api/admin/audit/checkpoint',
  access: 'audit.read',
  summary: 'The last signed checkpoint of the audit log, and the last check of the log against it',
  answer: z.object({
    checkpoint: z
      .object({
        number: z.number(),
        takenAt: Moment,
        events: z.number(),
        /** The Merkle root over the ends of the lanes. */
        root: z.string(),
        /** When a time-stamping authority confirmed it; null if none did. */
        timeStampedAt: Moment.nullable(),
      })
      .nullable(),
    check: z.object({ checkedAt: Moment, checked: z.number(), faults: z.array(z.string()) }).nullable(),
  }),
  errors: ['UNAVAILABLE'],
})

export const listUserEvents = endpoint({
  ...listAuditEvents,
  access: 'people.history',
  path: '/api/admin/users/:id/events',
  summary: 'All that happened with one user, newest first',
  params: z.object({ id: UserId }),
  query: PageQuery,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})
