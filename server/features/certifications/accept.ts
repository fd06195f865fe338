import { createHash } from 'node:crypto'
import { RISK_DISCLOSURE } from '#contract/certifications.ts'
import { RISK_DISCLOSURE_TEXT, riskDisclosurePlainText } from '#contract/risk-disclosure.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { AcceptedText } from '#server/records/certifications.ts'
import type { Services } from '#server/services.ts'

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
const TEXT_SHA256 = createHash('sha256').update(TEXT).digest('hex')

/**
 * One statement, so that acceptance, supersession and event are one transaction and one round trip (performance P11).
 * Answers with the acceptance that is in force: the new one, or the former one where it stays.
 */
const ACCEPT = `
  with current as (
    select * from certifications where user_id = $1 and certification_name = $3 and superseded_at is null
  ), kept as (
    select * from current where text_version = $4 and not $10
  ), superseded as (
    update certifications set superseded_at = $11
    where id in (select id from current except select id from kept) and superseded_at is null returning id
  ), added as (
    insert into certifications (user_id, certification_type, certification_name, text_version, certification_text, text_sha256,
      reference_url, additional_data, ip, user_agent, acknowledged_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $12, $11
    where not exists (select from kept) and (select count(*) from superseded) >= 0
    on conflict (user_id, certification_name) where superseded_at is null do nothing
    returning *
  ), recorded as (
    insert into events (at, type, actor_kind, actor_id, user_id, subject, after, ip, request_id)
    select $11, 'consent.accepted', 'user', $1, $1, 'certification:' || id,
      jsonb_build_object('name', certification_name, 'version', text_version, 'sha256', text_sha256), $9, $13
    from added
  )
  select id, certification_type, certification_name, acknowledged_at, expires_at from added
  union all select id, certification_type, certification_name, acknowledged_at, expires_at from kept`
const MAX_TRIES = 4

/**
 * Records that a person accepts the risk disclosure as it reads today: version, full text and hash are the server's
 * own (cases.md, Events and evidence). A second acceptance of the same version answers with the first, unless it is
 * meant to replace it; a former one is superseded, never overwritten.
 */
export async function acceptRiskDisclosure(
  services: Services,
  acceptance: Acceptance,
): Promise<AcceptedText> {
  const { database, now } = services
  const { userId, additionalData, referenceUrl, overwrite, origin } = acceptance
  const query = {
    name: 'accept-certification',
    text: ACCEPT,
    values: [
      userId,
      RISK_DISCLOSURE.type,
      RISK_DISCLOSURE.name,
      RISK_DISCLOSURE_TEXT.version,
      TEXT,
      TEXT_SHA256,
      referenceUrl,
      additionalData && JSON.stringify(additionalData),
      origin.ip,
      overwrite,
      now().toISOString(),
      origin.userAgent,
      origin.requestId,
    ],
  }
  // Of two at the same moment one adds nothing; looking again, it finds what the other has added.
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const { rows } = await database.pool.query<AcceptedRow>(query)
    if (rows[0]) return accepted(rows[0])
  }
  throw new AppError('UNAVAILABLE', 'This was accepted several times at once. Try again in a moment.')
}

interface AcceptedRow {
  id: string
  certification_type: string
  certification_name: string
  acknowledged_at: Date
  expires_at: Date | null
}

function accepted(row: AcceptedRow): AcceptedText {
  return {
    id: Number(row.id),
    certificationType: row.certification_type,
    certificationName: row.certification_name,
    acknowledgedAt: row.acknowledged_at,
    expiresAt: row.expires_at,
    supersededAt: null,
  }
}
