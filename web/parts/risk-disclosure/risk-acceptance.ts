import { RISK_DISCLOSURE } from '#contract/certifications.ts'
import { riskDisclosurePlainText } from '#contract/risk-disclosure.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { paths } from '#web/lib/paths.ts'
import { LOCAL_KEYS, SESSION_KEYS } from '#web/lib/storage-keys.ts'

/** An acceptance the server has not confirmed yet. Without a user it was given signed out. */
interface PendingAcceptance {
  userId: number | null
  timestamp: string
  source: string
}

export type AcceptanceResult =
  | { kind: 'recorded' }
  /** Kept in this browser and sent again later; the flow goes on (onboarding §4). */
  | { kind: 'kept'; why: 'no_user' | 'refused' | 'unreachable' | 'failed'; signedOut: boolean }

const PENDING_KEY = LOCAL_KEYS.pendingRiskAcceptance
/** What someone accepted signed out belongs to whoever signs in next, but not to a stranger tomorrow. */
const ANONYMOUS_MS = 3_600_000

/**
 * Records that the risk disclosure is accepted: in this session first, then on the server (onboarding §4). What the
 * server does not confirm is kept and sent again, because approval needs its record (decisions §4).
 */
export async function acceptRiskDisclosure(userId: number | null, source: string): Promise<AcceptanceResult> {
  const timestamp = new Date().toISOString()
  writeStored('session', SESSION_KEYS.riskDisclosureAccepted, 'true')
  writeStored('session', SESSION_KEYS.riskDisclosureDate, timestamp)
  const acceptance = { userId, timestamp, source }
  writeStored('local', PENDING_KEY, JSON.stringify(acceptance))
  if (userId === null) return { kind: 'kept', why: 'no_user', signedOut: true }
  try {
    await send(userId, acceptance)
    return { kind: 'recorded' }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'kept', why: 'failed', signedOut: false }
    const why = error.status === 0 ? 'unreachable' : 'refused'
    return { kind: 'kept', why, signedOut: error.status === 401 }
  }
}

/** Sends an acceptance that the server missed, if this person has one. True when it is recorded now. */
export async function replayRiskAcceptance(userId: number): Promise<boolean> {
  const pending = pendingAcceptance(userId)
  if (!pending) return false
  try {
    await send(userId, pending)
    return true
  } catch {
    return false
  }
}

/** Whether this person accepted in this browser and the server does not know yet. */
export function hasPendingAcceptance(userId: number): boolean {
  return pendingAcceptance(userId) !== null
}

async function send(userId: number, { timestamp, source }: PendingAcceptance): Promise<void> {
  await api('POST /api/certifications/accept', {
    body: {
      userId,
      certification_type: RISK_DISCLOSURE.type,
      certification_name: RISK_DISCLOSURE.name,
      reference_url: paths.riskDisclosure(),
      certification_text: riskDisclosurePlainText(),
      additional_data: { timestamp, source },
    },
  })
  removeStored('local', PENDING_KEY)
}

function pendingAcceptance(userId: number): PendingAcceptance | null {
  const text = readStored('local', PENDING_KEY)
  if (text === null) return null
  try {
    const pending = JSON.parse(text) as PendingAcceptance
    const age = Date.now() - new Date(pending.timestamp).getTime()
    const isTheirs = pending.userId === userId || (pending.userId === null && age < ANONYMOUS_MS)
    return isTheirs ? pending : null
  } catch {
    return null
  }
}
