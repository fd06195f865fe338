import { and, desc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import {
  SUPPORT_DOCUMENTS,
  SUPPORT_FAILED_SIGN_INS,
  SUPPORT_MAILS,
  type SupportView,
} from '#contract/directory/support.ts'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import type { Capability } from '#contract/roles.ts'
import { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { suspensionRefusal } from '#domain/support/suspension.ts'
import { namesOf } from '#server/model/people/names.ts'
import { selectFailedSignIns } from '#server/model/people/people.sql.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import { cases } from '#server/model/schema/cases.ts'
import { documents } from '#server/model/schema/documents.ts'
import { mails } from '#server/model/schema/mails.ts'
import { emailLinks } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changesOf } from './account-changes.ts'

/** Why the system suspended an account, for those who may not read the reason. */
const NO_REASON =
  'Our team is looking into this account. Ask an administrator before you answer the person about it.'

/** How an email can have left the outbox. */
const Ended = z.enum(['sent', 'failed', 'suppressed'])

/** What support needs to know about a person. Throws NOT_FOUND. */
export async function supportView(
  db: Db,
  userId: number,
  reader: { id: number; isSuperAdmin: boolean; may: ReadonlySet<Capability> },
  now: Date,
): Promise<SupportView> {
  const user = await requireUser(db, userId)
  const [theirCases, theirMails, [link], changes, names, theirDocuments, failed] = await Promise.all([
    db.select().from(cases).where(eq(cases.userId, userId)).orderBy(cases.id),
    db
      .select({
        id: mails.id,
        subject: mails.subject,
        to: mails.to,
        status: mails.status,
        createdAt: mails.createdAt,
        sentAt: mails.sentAt,
        lastError: mails.lastError,
        bouncedAt: mails.bouncedAt,
        complainedAt: mails.complainedAt,
      })
      .from(mails)
      .where(eq(mails.userId, userId))
      .orderBy(desc(mails.id))
      .limit(SUPPORT_MAILS),
    db
      .select()
      .from(emailLinks)
      .where(and(eq(emailLinks.userId, userId), gt(emailLinks.expiresAt, now))),
    changesOf(db, userId, { id: reader.id, mayDecide: reader.may.has('changes.decide') }),
    namesOf(db, user.suspendedBy === null ? [] : [user.suspendedBy]),
    db
      .select({
        id: documents.id,
        slot: documents.slot,
        createdAt: documents.createdAt,
        supersededAt: documents.supersededAt,
      })
      .from(documents)
      .where(eq(documents.userId, userId))
      .orderBy(desc(documents.createdAt), desc(documents.id))
      .limit(SUPPORT_DOCUMENTS),
    selectFailedSignIns(db, [userId, SUPPORT_FAILED_SIGN_INS]),
  ])
  const person = { id: userId, isSuperAdmin: user.isSuperAdmin }
  const refusal = suspensionRefusal('restore', reader, person, [])
  return {
    suspension: user.suspendedAt && {
      at: user.suspendedAt.toISOString(),
      by: user.suspendedBy === null ? null : (names.get(user.suspendedBy) ?? null),
      // Support talks to the person, and revealing a match would be tipping off (law §3.4).
      reason:
        user.suspendedBy === null && !reader.may.has('screening.read') ? NO_REASON : user.suspensionReason,
    },
    maySuspend: reader.may.has('people.suspend') && refusal === null && user.disabledAt === null,
    mayPropose: reader.may.has('changes.propose') && user.disabledAt === null,
    email: {
      address: user.email,
      confirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
      formerAddress: user.formerEmail,
      signInAddress: user.auth0Email,
      signInConfirmed: user.emailVerified,
      linkUntil: link?.expiresAt.toISOString() ?? null,
    },
    cases: theirCases.map((row) => {
      const state = CaseState.parse(row.state)
      return {
        kind: CaseKind.parse(row.kind),
        state,
        round: row.round,
        submittedAt: row.submittedAt?.toISOString() ?? null,
        answerBy: isWithUs(state) ? (row.dueAt?.toISOString() ?? null) : null,
        decidedAt: row.decidedAt?.toISOString() ?? null,
      }
    }),
    mails: theirMails.map(({ createdAt, sentAt, lastError, status, bouncedAt, complainedAt, ...mail }) => ({
      ...mail,
      status: bouncedAt
        ? 'bounced'
        : complainedAt
          ? 'complained'
          : (Ended.safeParse(status).data ?? 'queued'),
      at: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      error: lastError,
    })),
    failedSignIns: failed.rows.map(({ id, at, device, problem }) => ({
      ...{ id: Number(id), at: at.toISOString(), device, problem },
    })),
    changes,
    // Those who may not read documents don't learn which there are.
    documents: (reader.may.has('documents.read') ? theirDocuments : []).map(
      ({ id, slot, createdAt, supersededAt }) => ({
        id,
        slot: DocumentSlot.parse(slot),
        uploadedAt: createdAt.toISOString(),
        isFormer: supersededAt !== null,
      }),
    ),
  }
}
