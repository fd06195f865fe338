import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Certification } from '#contract/certifications/certifications.ts'
import {
  INVESTOR_CATEGORIES,
  INVESTOR_CERTIFICATION_NAMES,
  type InvestorCategory,
} from '#contract/certifications/investor-rules.ts'
import { RISK_DISCLOSURE } from '#contract/certifications/risk-disclosure.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { statementStanding } from '#domain/investors/statement-expiry.ts'
import type { HeldCertification } from '#domain/onboarding/user-type.ts'
import { type RecordedAct, recordEvent } from '#server/model/audit/record-event.ts'
import { type CertificationRow, certifications } from '#server/model/schema/certifications.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A person's acceptances that haven't been superseded, newest first. */
export async function currentCertifications(db: Db, userId: number): Promise<CertificationRow[]> {
  return db
    .select()
    .from(certifications)
    .where(and(eq(certifications.userId, userId), isNull(certifications.supersededAt)))
    .orderBy(desc(certifications.acknowledgedAt), desc(certifications.id))
}

/** The same including superseded ones. */
export async function allCertifications(db: Db, userId: number): Promise<CertificationRow[]> {
  return db
    .select()
    .from(certifications)
    .where(eq(certifications.userId, userId))
    .orderBy(desc(certifications.acknowledgedAt), desc(certifications.id))
}

/** The held statement of a category, expired or not; undefined if there is none. */
export function statementOf(
  rows: readonly CertificationRow[],
  category: InvestorCategory,
): CertificationRow | undefined {
  return rows.find((row) => row.certificationName === INVESTOR_CERTIFICATION_NAMES[category])
}

/** The category of an investor statement with this name; null for anything else. */
export function categoryOfName(name: string): InvestorCategory | null {
  return INVESTOR_CATEGORIES.find((category) => INVESTOR_CERTIFICATION_NAMES[category] === name) ?? null
}

/** Whether an acceptance is in force at `now`. */
export function isInForce(row: Pick<CertificationRow, 'expiresAt'>, now: Date): boolean {
  return row.expiresAt === null || row.expiresAt > now
}

/** Whether the risk disclosure was accepted, under either of its names (onboarding §4.3). */
export function hasAcceptedRiskDisclosure(rows: readonly { certificationName: string }[]): boolean {
  return rows.some(
    (row) =>
      row.certificationName === RISK_DISCLOSURE.name || row.certificationName === RISK_DISCLOSURE.alias,
  )
}

/** Whether the risk disclosure was accepted, and whether the page reported which text it had shown. */
export function riskDisclosureStanding(
  rows: readonly Pick<CertificationRow, 'certificationName' | 'textConfirmed'>[],
): ReviewCase['riskDisclosure'] {
  if (!hasAcceptedRiskDisclosure(rows)) return 'missing'
  return rows.some((row) => hasAcceptedRiskDisclosure([row]) && row.textConfirmed)
    ? 'confirmed'
    : 'unconfirmed'
}

/** The same for the rules about user types. */
export function heldCertifications(rows: readonly CertificationRow[]): HeldCertification[] {
  return rows.map((row) => ({
    type: row.certificationType,
    name: row.certificationName,
    expiresAt: row.expiresAt,
  }))
}

/** The parts of an acceptance that are shown. */
export type AcceptedText = Pick<
  CertificationRow,
  | 'id'
  | 'certificationType'
  | 'certificationName'
  | 'textConfirmed'
  | 'acknowledgedAt'
  | 'expiresAt'
  | 'supersededAt'
>

/** What leaves the server about an acceptance: never its text, address or browser. */
export function presentCertification(row: AcceptedText, now: Date): Certification {
  const category = categoryOfName(row.certificationName)
  const status = row.supersededAt ? 'superseded' : isInForce(row, now) ? 'current' : 'expired'
  return {
    id: row.id,
    certification_name: row.certificationName,
    certification_type: row.certificationType,
    acknowledged_at: row.acknowledgedAt.toISOString(),
    text_confirmed: row.textConfirmed,
    expires_at: row.expiresAt?.toISOString() ?? null,
    status,
    ends_soon:
      status === 'current' && row.expiresAt !== null && statementStanding(row.expiresAt, now) === 'ends_soon',
    investor_category: category,
    statement_url: category && `/api/certifications/${row.id}/statement`,
  }
}

export interface CountingStatement {
  id: number
  category: InvestorCategory
  expiresAt: Date
}

/** The category's statement in force, otherwise the one that was in force last; null if none was signed. */
export function countingStatement(
  rows: readonly CertificationRow[],
  inForce: string | null,
): CountingStatement | null {
  const statements = rows
    .flatMap((row) => {
      const category = categoryOfName(row.certificationName)
      return category && row.expiresAt ? [{ id: row.id, category, expiresAt: row.expiresAt }] : []
    })
    .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime())
  return statements.find(({ category }) => category === inForce) ?? statements[0] ?? null
}

/** Stores which category is in force for a locked person, or none; does nothing if that is so already. */
export async function storeInvestorCategory(
  tx: Db,
  user: UserRow,
  category: InvestorCategory | null,
  { actor, origin, at }: RecordedAct,
): Promise<void> {
  if (user.investorCategory === category) return
  await tx.update(users).set({ investorCategory: category, updatedAt: at }).where(eq(users.id, user.id))
  await recordEvent(tx, {
    at,
    type: 'user.investor_category_set',
    actor,
    userId: user.id,
    before: { investorCategory: user.investorCategory },
    after: { investorCategory: category },
    origin,
  })
}
