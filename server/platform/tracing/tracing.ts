import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { MailTransport } from '#server/platform/mail/mail-transport.ts'

/** One run of a job: its attempt, and the trace that queued it, if any. */
export interface TracedJob {
  name: string
  attempt: number
  queuedIn?: { traceparent: string | undefined }
}

/**
 * Traces what a request or job causes, with one wrapper per layer. The bundle leaves nothing to instrument from
 * outside, so this is done by hand; if tracing is off, none of it is loaded or called.
 */
export interface Tracing {
  /** Creates a span for each request, within the trace of its `traceparent`. Register before any other hook. */
  requests(server: FastifyInstance): void
  /** Creates spans for statements: their text, never their values. */
  database(database: Database): void
  /** Creates a span for one run of a job, in the trace that queued it. Throws what the work throws. */
  job<T>(run: TracedJob, work: () => Promise<T>): Promise<T>
  /** Creates spans for calls to a bucket. */
  store(store: FileStore): FileStore
  /** The active trace as text; undefined if there is none. */
  traceparent(): string | undefined
  /** Creates a span for work that an earlier trace caused, if that is known. Throws what the work throws. */
  following<T>(name: string, traceparent: string | null, work: () => Promise<T>): Promise<T>
  /** Creates a span for sending an email. */
  mail(transport: MailTransport): MailTransport
  /** The trace fields for a log line. */
  logFields(logger: object): object
  /** Sends remaining spans, within two seconds. */
  close(): Promise<void>
}
