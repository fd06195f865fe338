import type { ShownText } from '#contract/certifications/certifications.ts'
import { RISK_DISCLOSURE } from '#contract/certifications/risk-disclosure.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS, SESSION_KEYS } from '#web/lib/storage-keys.ts'

/** An acceptance the server hasn't confirmed yet. Without a user, it was given signed out. */
interface PendingAcceptance {
  userId: number | null
  timestamp: string
  source: string
  /** The text that was shown; older versions of this page didn't store it. */
  shown?: ShownText
}

export type AcceptanceResult =
  | { kind: 'recorded' }
  /** Kept in this browser and sent again later; the flow continues. */
  | { kind: 'kept'; why: 'no_user' | 'refused' | 'unreachable' | 'failed'; signedOut: boolean }
  /** Another text is now in force: it has to be read and accepted again. */
  | { kind: 'changed' }

/** What happened to an acceptance that was kept in this browser. */
export type ReplayResult =
  | 'none'
  | 'recorded'
  | 'failed'
  /** Another text is now in force: nothing was recorded, and the acceptance is discarded. */
  | 'changed'
  /** Given signed out too long ago to be attributed to whichever person signs in: also discarded. */
  | 'lapsed'

const PENDING_KEY = LOCAL_KEYS.pendingRiskAcceptance
/**
 * How many milliseconds an acceptance given signed out is kept for the next sign-in, so that it isn't
 * attributed to a stranger.
 */
const ANONYMOUS_MS = 3_600_000

/**
 * Records the acceptance of the risk disclosure shown: first in this session, then on the server. If the server
 * doesn't confirm it, it is kept and sent again, because approval needs its record.
 */
export async function acceptRiskDisclosure(
  userId: number | null,
  source: string,
  shown: ShownText,
): Promise<AcceptanceResult> {
  const timestamp = new Date().toISOString()
  writeStored('session', SESSION_KEYS.riskDisclosureAccepted, 'true')
  writeStored('session', SESSION_KEYS.riskDisclosureDate, timestamp)
  const acceptance = { userId, timestamp, source, shown }
  writeStored('local', PENDING_KEY, JSON.stringify(acceptance))
  if (userId === null) return { kind: 'kept', why: 'no_user', signedOut: true }
  try {
    await send(userId, acceptance)
    return { kind: 'recorded' }
  } catch (error) {
    if (hasTextChanged(error)) {
      forget()
      return { kind: 'changed' }
    }
    if (!(error instanceof ApiError)) return { kind: 'kept', why: 'failed', signedOut: false }
    const why = error.status === 0 ? 'unreachable' : 'refused'
    return { kind: 'kept', why, signedOut: error.status === 401 }
  }
}

/** Sends an acceptance that the server missed, if this person has one. Never throws. */
export async function replayRiskAcceptance(userId: number): Promise<ReplayResult> {
  const pending = readPending()
  if (!pending || (pending.userId !== null && pending.userId !== userId)) return 'none'
  if (!isTheirs(pending, userId)) {
    forget()
    return 'lapsed'
  }
  try {
    await send(userId, pending)
    return 'recorded'
  } catch (error) {
    if (!hasTextChanged(error)) return 'failed'
    forget()
    return 'changed'
  }
}

/** Whether this person accepted in this browser and the server doesn't know yet. */
export function hasPendingAcceptance(userId: number): boolean {
  const pending = readPending()
  return pending !== null && isTheirs(pending, userId)
}

async function send(userId: number, { timestamp, source, shown }: PendingAcceptance): Promise<void> {
  await api('POST /api/certifications/accept', {
    body: {
      userId,
      certification_type: RISK_DISCLOSURE.type,
      certification_name: RISK_DISCLOSURE.name,
      reference_url: '/risk-disclosure',
      text_shown: shown,
      additional_data: { timestamp, source },
    },
  })
  removeStored('local', PENDING_KEY)
}

function hasTextChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'STALE_VERSION'
}

/** Nothing may look accepted if its text was another. */
function forget(): void {
  removeStored('local', PENDING_KEY)
  removeStored('session', SESSION_KEYS.riskDisclosureAccepted)
  removeStored('session', SESSION_KEYS.riskDisclosureDate)
}

function isTheirs(pending: PendingAcceptance, userId: number): boolean {
  if (pending.userId !== null) return pending.userId === userId
  return Date.now() - new Date(pending.timestamp).getTime() < ANONYMOUS_MS
}

function readPending(): PendingAcceptance | null {
  const text = readStored('local', PENDING_KEY)
  if (text === null) return null
  try {
    return JSON.parse(text) as PendingAcceptance
  } catch {
    return null
  }
}
