import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { RISK_DISCLOSURE } from '#contract/certifications.ts'
import { RISK_DISCLOSURE_TEXT, riskDisclosurePlainText } from '#contract/risk-disclosure.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type CertificationRow, certifications } from '#server/platform/database/schema/certifications.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import type { Services } from '#server/services.ts'

interface Acceptance {
  userId: number
  /** When and where the browser says it was accepted; kept as said, the server's time is what counts. */
  additionalData: { timestamp?: string; source?: string } | undefined
  referenceUrl: string | undefined
  overwrite: boolean
  origin: Origin
}

/**
 * Records that a person accepts the risk disclosure as it reads today: version, full text and hash are the server's
 * own (cases.md, Events and evidence). A second acceptance of the same version answers with the first, unless it is
 * meant to replace it; a former one is superseded, never overwritten.
 */
export async function acceptRiskDisclosure(
  services: Services,
  acceptance: Acceptance,
): Promise<CertificationRow> {
  const { userId, origin } = acceptance
  const at = services.now()
  const text = riskDisclosurePlainText()
  return services.database.transaction(async (tx) => {
    // One person's acceptances queue up here: of two at once the second finds the first.
    await tx.$client.query('select 1 from users where id = $1 for update', [userId])
    const current = await currentAcceptance(tx, userId)
    if (current?.textVersion === RISK_DISCLOSURE_TEXT.version && !acceptance.overwrite) return current
    if (current)
      await tx.update(certifications).set({ supersededAt: at }).where(eq(certifications.id, current.id))
    const [row] = await tx
      .insert(certifications)
      .values({
        userId,
        certificationType: RISK_DISCLOSURE.type,
        certificationName: RISK_DISCLOSURE.name,
        textVersion: RISK_DISCLOSURE_TEXT.version,
        certificationText: text,
        textSha256: createHash('sha256').update(text).digest('hex'),
        referenceUrl: acceptance.referenceUrl ?? null,
        additionalData: acceptance.additionalData ?? null,
        ip: origin.ip ?? null,
        userAgent: origin.userAgent ?? null,
        acknowledgedAt: at,
      })
      .returning()
    if (!row) throw new Error('An insert answers with its row')
    await recordEvent(tx, {
      at,
      type: 'consent.accepted',
      actor: { kind: 'user', id: userId },
      userId,
      subject: `certification:${row.id}`,
      after: { name: row.certificationName, version: row.textVersion, sha256: row.textSha256 },
      origin,
    })
    return row
  })
}

async function currentAcceptance(tx: Db, userId: number): Promise<CertificationRow | undefined> {
  const [row] = await tx
    .select()
    .from(certifications)
    .where(
      and(
        eq(certifications.userId, userId),
        eq(certifications.certificationName, RISK_DISCLOSURE.name),
        isNull(certifications.supersededAt),
      ),
    )
  return row
}
