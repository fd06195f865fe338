import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ShownText } from '#contract/certifications/certifications.ts'
import {
  RISK_DISCLOSURE,
  RISK_DISCLOSURE_TEXT,
  riskDisclosurePlainText,
} from '#contract/certifications/risk-disclosure.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type AcceptedText, currentCertifications } from '#server/model/certifications/certifications.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { type CertificationRow, certifications } from '#server/model/schema/certifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { insertFirstAcceptance } from './certifications.sql.ts'

interface Acceptance {
  userId: number
  /** When and where it was accepted according to the browser; stored as sent, but the server's time counts. */
  additionalData: { timestamp?: string; source?: string } | undefined
  /** The text that the page showed, if it reports that. */
  shown: ShownText | undefined
  referenceUrl: string | undefined
  overwrite: boolean
  origin: Origin
}

/** The text in this version of the product, with its hash. */
const TEXT = riskDisclosurePlainText()
const TEXT_SHA256 = createHash('sha256').update(TEXT).digest('hex')

/** The risk disclosure in force, with its hash. */
export const RISK_DISCLOSURE_IN_FORCE = { ...RISK_DISCLOSURE_TEXT, sha256: TEXT_SHA256 }

const AFTER_FIRST = JSON.stringify({
  name: RISK_DISCLOSURE.name,
  version: RISK_DISCLOSURE_TEXT.version,
  sha256: TEXT_SHA256,
  expiresAt: null,
})

/** Accepts the risk disclosure for people. */
export type AcceptRiskDisclosure = (acceptance: Acceptance) => Promise<AcceptedText>

/**
 * Records that a person accepts the current risk disclosure: version, full text and hash are the server's own
 * (cases, A record of consent). A second acceptance of the same version returns the first, unless it is meant
 * to replace it or confirms the text for the first time; a former one is superseded, never overwritten. Throws
 * STALE_VERSION if the page showed a text that isn't in force. A first acceptance is one statement (performance
 * P11).
 */
export function riskDisclosureAcceptance({ database, now }: Services): AcceptRiskDisclosure {
  const addFirst = async (acceptance: Acceptance, at: Date): Promise<number | undefined> => {
    const row = evidenceOf(acceptance, at)
    const { rows } = await insertFirstAcceptance(database.pool, [
      row.userId,
      row.certificationType,
      row.certificationName,
      row.textVersion,
      row.certificationText,
      row.textSha256,
      row.textConfirmed,
      row.referenceUrl,
      row.additionalData && JSON.stringify(row.additionalData),
      row.ip,
      row.userAgent,
      row.acknowledgedAt,
      AFTER_FIRST,
      acceptance.origin.requestId,
    ])
    return rows[0] && Number(rows[0].id)
  }
  return async (acceptance) => {
    refuseOtherText(acceptance.shown)
    const at = now()
    const id = await addFirst(acceptance, at)
    if (id === undefined) return database.transaction((tx) => acceptAgain(tx, acceptance, at))
    return { ...evidenceOf(acceptance, at), id, expiresAt: null, supersededAt: null }
  }
}

function refuseOtherText(shown: ShownText | undefined): void {
  if (!shown || (shown.version === RISK_DISCLOSURE_TEXT.version && shown.sha256 === TEXT_SHA256)) return
  throw new AppError(
    'STALE_VERSION',
    'The risk disclosure has changed since you read it. Read it again before you accept it.',
  )
}

/** An acceptance's columns. */
function evidenceOf(acceptance: Acceptance, at: Date) {
  const { userId, additionalData, referenceUrl, shown, origin } = acceptance
  return {
    userId,
    certificationType: RISK_DISCLOSURE.type,
    certificationName: RISK_DISCLOSURE.name,
    textVersion: RISK_DISCLOSURE_TEXT.version,
    certificationText: TEXT,
    textSha256: TEXT_SHA256,
    textConfirmed: shown !== undefined,
    referenceUrl,
    additionalData,
    ip: origin.ip,
    userAgent: origin.userAgent,
    acknowledgedAt: at,
  }
}

async function acceptAgain(tx: Db, acceptance: Acceptance, at: Date): Promise<AcceptedText> {
  const { userId, shown, overwrite, origin } = acceptance
  // The second of two concurrent calls waits here, and then finds what the first has accepted.
  await lockUser(tx, userId)
  const rows = await currentCertifications(tx, userId)
  const former = rows.find((row) => row.certificationName === RISK_DISCLOSURE.name)
  const isHeld = former?.textVersion === RISK_DISCLOSURE_TEXT.version
  if (isHeld && !overwrite && (former.textConfirmed || !shown)) return former
  return addCertification(tx, evidenceOf(acceptance, at), former, origin)
}

/**
 * Adds an acceptance or signature in place of the current one, which stays in the ledger as superseded. The
 * caller must have locked the person's row.
 */
export async function addCertification(
  tx: Db,
  values: typeof certifications.$inferInsert,
  former: CertificationRow | undefined,
  origin: Origin,
): Promise<CertificationRow> {
  const at = values.acknowledgedAt
  if (former)
    await tx.update(certifications).set({ supersededAt: at }).where(eq(certifications.id, former.id))
  const [row] = await tx.insert(certifications).values(values).returning()
  if (!row) throw new Error('An insert answers with its row')
  await recordEvent(tx, {
    at,
    type: 'consent.accepted',
    actor: { kind: 'user', id: row.userId },
    userId: row.userId,
    subject: `certification:${row.id}`,
    before: former && { superseded: former.id },
    after: {
      name: row.certificationName,
      version: row.textVersion,
      sha256: row.textSha256,
      textConfirmed: row.textConfirmed,
      expiresAt: row.expiresAt,
    },
    origin,
  })
  return row
}
