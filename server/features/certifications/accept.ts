import { createHash } from 'node:crypto'
import { RISK_DISCLOSURE } from '#contract/certifications.ts'
import { RISK_DISCLOSURE_TEXT, riskDisclosurePlainText } from '#contract/risk-disclosure.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { type AcceptedText, currentCertifications } from '#server/records/certifications/certifications.ts'
import { lockUser } from '#server/records/people/user-type.ts'
import type { Services } from '#server/services.ts'
import { addCertification } from './add-certification.ts'

interface Acceptance {
  userId: number
  /** When and where the browser says it was accepted; kept as said, the server's time is what counts. */
  additionalData: { timestamp?: string; source?: string } | undefined
  referenceUrl: string | undefined
  overwrite: boolean
  origin: Origin
}

/** The text as it reads in this version of the product, with its hash. */
const TEXT = riskDisclosurePlainText()
/** The driver would encode the text anew for each request. */
const TEXT_BYTES = Buffer.from(TEXT)
const TEXT_SHA256 = createHash('sha256').update(TEXT).digest('hex')

/**
 * The first acceptance of a person, who has none yet: with its event in one statement, which is one transaction and one
 * round trip (performance P11). Answers with no row where one is in force.
 */
const ADD_FIRST = `
  with added as (
    insert into certifications (user_id, certification_type, certification_name, text_version, certification_text, text_sha256,
      reference_url, additional_data, ip, user_agent, acknowledged_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (user_id, certification_name) where superseded_at is null do nothing
    returning id
  ), recorded as (
    insert into events (at, type, actor_kind, actor_id, user_id, subject, after, ip, request_id)
    select $11, 'consent.accepted', 'user', $1, $1, 'certification:' || id, $12, $9, $13 from added
  )
  select id from added`
const AFTER_FIRST = JSON.stringify({
  name: RISK_DISCLOSURE.name,
  version: RISK_DISCLOSURE_TEXT.version,
  sha256: TEXT_SHA256,
  expiresAt: null,
})

/**
 * Records that a person accepts the risk disclosure as it reads today: version, full text and hash are the server's
 * own (cases.md, Events and evidence). A second acceptance of the same version answers with the first, unless it is
 * meant to replace it; a former one is superseded, never overwritten.
 */
export async function acceptRiskDisclosure(
  { database, now }: Services,
  acceptance: Acceptance,
): Promise<AcceptedText> {
  const at = now()
  const evidence = evidenceOf(acceptance, at)
  const first = await database.pool.query<{ id: string }>({
    name: 'accept-first',
    text: ADD_FIRST,
    values: [
      ...Object.values({ ...evidence, certificationText: TEXT_BYTES }),
      AFTER_FIRST,
      acceptance.origin.requestId,
    ],
  })
  const [added] = first.rows
  if (!added) return database.transaction((tx) => acceptAgain(tx, acceptance, at))
  return { ...evidence, id: Number(added.id), expiresAt: null, supersededAt: null }
}

/** The columns of an acceptance, in the order in which ADD_FIRST names them. */
function evidenceOf(acceptance: Acceptance, at: Date) {
  const { userId, additionalData, referenceUrl, origin } = acceptance
  return {
    userId,
    certificationType: RISK_DISCLOSURE.type,
    certificationName: RISK_DISCLOSURE.name,
    textVersion: RISK_DISCLOSURE_TEXT.version,
    certificationText: TEXT,
    textSha256: TEXT_SHA256,
    referenceUrl,
    additionalData,
    ip: origin.ip,
    userAgent: origin.userAgent,
    acknowledgedAt: at,
  }
}

async function acceptAgain(tx: Db, acceptance: Acceptance, at: Date): Promise<AcceptedText> {
  const { userId, overwrite, origin } = acceptance
  // Of two at once the second waits here, and then finds what the first has accepted.
  await lockUser(tx, userId)
  const rows = await currentCertifications(tx, userId)
  const former = rows.find((row) => row.certificationName === RISK_DISCLOSURE.name)
  if (former?.textVersion === RISK_DISCLOSURE_TEXT.version && !overwrite) return former
  return addCertification(tx, evidenceOf(acceptance, at), former, origin)
}
