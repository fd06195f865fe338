/**
 * What pages can be told has changed, never what it is now: they read it again where who may see it is decided. The first ones
 * are about the person who is signed in, the others for staff.
 */
export const LIVE_TOPICS = [
  /** How they stand: account, cases, documents, statements. */
  'standing',
  'notices',
  'invoices',
  'exports',
  /** Whose case waits for whom, and the figures of it. */
  'queue',
  /** The case or account of a person, named in `people`. */
  'person',
  /** Invoices, payments and clients, as staff see them. */
  'billing',
] as const

/** The server lets itself be heard this often, so that both sides notice a line that is dead. */
export const LIVE_BEAT_SECONDS = 25
/** Streams that one session may hold on one process; browsers share one among their tabs. */
export const LIVE_STREAMS_MAX = 6
/** What happened so long ago, a stream that is opened again is still told of one by one. */
export const LIVE_MEMORY_SECONDS = 120
