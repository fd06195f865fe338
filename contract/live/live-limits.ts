/**
 * What pages can be told has changed, never the new value: they fetch it again, where access is checked. The first
 * topics concern the signed-in user, the others are for staff.
 */
export const LIVE_TOPICS = [
  /** Their standing: account, cases, documents, statements. */
  'standing',
  'notices',
  'invoices',
  'exports',
  /** Who is waiting for whom, and the figures of the queue. */
  'queue',
  /** The case or account of a person, listed in `people`. */
  'person',
  /** Invoices, payments and clients, as staff see them. */
  'billing',
] as const

/** How often the server sends a sign of life, so that both sides notice a dead connection. */
export const LIVE_BEAT_SECONDS = 25
/** Streams per session and process; a browser shares one among its tabs. */
export const LIVE_STREAMS_MAX = 6
/** How far back a reopened stream is still sent each single change. */
export const LIVE_MEMORY_SECONDS = 120
