import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Captcha } from '#server/platform/captcha/altcha-captcha.ts'
import type { Config } from './config.ts'
import type { Read } from './model/access/reads.ts'
import type { SessionStore } from './model/access/session-store.ts'
import type { VisitorStore } from './model/access/visitor-store.ts'
import type { InvoicingPort } from './model/invoices/invoicing.ts'
import type { Jobs } from './model/jobs/jobs.ts'
import type { Mailer } from './model/mail/mailer.ts'
import type { Database } from './platform/database/database.ts'
import type { FieldCipher } from './platform/fields/field-cipher.ts'
import type { FileVault } from './platform/files/file-vault.ts'
import type { Maintenance } from './platform/http/maintenance.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import type { IdentityProvider } from './platform/identity/identity-provider.ts'
import type { Checkpoints } from './platform/ledger/checkpoints.ts'
import type { Meter } from './platform/metrics/meter.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

/** What features are built from: the adapters that main.ts chose, or that a test handed in. */
export interface Services {
  config: Config
  database: Database
  now: () => Date
  log: FastifyBaseLogger
  identity: IdentityProvider
  sessions: SessionStore
  visitors: VisitorStore
  limiter: RateLimiter
  /** How lists and figures are read. */
  read: Read
  files: FileVault
  /** Encrypts single values of rows. */
  fields: FieldCipher
  captcha: Captcha
  invoicing: InvoicingPort
  jobs: Jobs
  maintenance: Maintenance
  checkpoints: Checkpoints
  mailer: Mailer
  /** Counts for the metrics, where they are asked for. */
  meter: Meter | undefined
  /** Makes traces, where a collector takes them. */
  tracing: Tracing | undefined
  /** Counts a request for someone else's or no one's object; throws when they look like a walk along ids (security A03). */
  countMiss: (request: FastifyRequest) => Promise<void>
}
