import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { getConsumerCase } from '#contract/onboarding/onboarding.ts'
import type { CaseKind, ItemKey } from '#contract/verification/cases.ts'
import { isClaimHeld } from '#domain/cases/case-claims.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { applicantItems, wireStatuses } from '#domain/cases/case-view.ts'
import { removalText } from '#domain/leaf/removal-text.ts'
import { caseStanding, type StandingAt } from '#domain/standing/case-standing.ts'
import { OWN_TITLES } from '#server/model/audit/own-titles.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { type CaseAsItIsNow, caseAsItIsNow } from '#server/model/cases/evidence.ts'
import { isHeldForEmail } from '#server/model/cases/held-cases.ts'
import { itemLabels } from '#server/model/cases/item-labels.ts'
import { removedNames, removedPeople } from '#server/model/cases/removed-people.ts'
import { workingTimes } from '#server/model/cases/working-time.ts'
import { events } from '#server/model/schema/events.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

type OwnCase = NonNullable<z.input<typeof getConsumerCase.answer>['case']>

/** A person's own case of a kind as they may see it; null if none is started. */
export async function ownCase(
  db: Db,
  userId: number,
  kind: CaseKind,
  at: StandingAt,
): Promise<OwnCase | null> {
  const stored = await findCase(db, userId, kind)
  if (!stored) return null
  const { current } = stored
  const items = itemsOf(await caseAsItIsNow(db, stored), at.now, await itemLabels(db, stored))
  const left = items.filter(({ decision, fixed }) => decision === 'retry' && !fixed)
  const standing = caseStanding(kind, current, at, left.length)
  const removal = await removedPeople(db, stored)
  return {
    reference: caseReference(stored.id),
    state: current.state,
    kyc_status: wireStatuses(current.state).kycStatus,
    label: standing.application.label,
    text: standing.sentence,
    standing,
    round: current.round,
    isHeld: isClaimHeld(current, at.now),
    submittedAt: current.submittedAt?.toISOString() ?? null,
    dueAt: current.dueAt?.toISOString() ?? null,
    waitsForEmail: isHeldForEmail(stored),
    workingMs: (await workingTimes(db, [stored.id], at.now)).get(stored.id) ?? null,
    decidedAt: stored.decidedAt?.toISOString() ?? null,
    confirmBy: current.confirmBy?.toISOString() ?? null,
    items,
    removal: removal && {
      ...removedNames(removal),
      decidedAgain: removal.decidedAgain,
      text: removalText(removedNames(removal), { isSent: current.state !== 'needs_resubmission' }),
    },
    timeline: await timelineOf(db, stored.id),
  }
}

/** Now, and this deployment's date style. */
export function standingAt({ now, config }: Services): StandingAt {
  return { now: now(), dateStyle: config.dateStyle }
}

function itemsOf(
  { current, returned }: CaseAsItIsNow,
  now: Date,
  labelOf: (item: ItemKey) => string,
): OwnCase['items'] {
  const fixed = returned.flatMap(({ key, isFixed }) => (isFixed ? [key] : []))
  return applicantItems(current).map((item) => {
    const decided = current.items.find(({ key }) => key === item.key)
    const isReturned = item.status === 'returned'
    return {
      item: item.key,
      label: labelOf(item.key),
      // Unsent verdicts, and final ones, stay internal.
      decision: isReturned ? 'retry' : item.status === 'accepted' ? 'accepted' : 'pending',
      editable: item.canEdit && !isClaimHeld(current, now),
      reasons: isReturned
        ? item.reasons.map(({ wrong, right }, index) => ({
            code: decided?.reasons[index] ?? 'OTHER',
            wrong,
            remedy: right,
          }))
        : [],
      text: isReturned ? (decided?.text ?? null) : null,
      fixed: fixed.includes(item.key),
    }
  })
}

async function timelineOf(db: Db, caseId: number): Promise<OwnCase['timeline']> {
  const types = Object.keys(OWN_TITLES) as (keyof typeof OWN_TITLES)[]
  const rows = await db
    .select({ at: events.at, type: events.type, slot: sql<string | null>`${events.after}->>'slot'` })
    .from(events)
    .where(and(eq(events.caseId, caseId), inArray(events.type, types)))
    .orderBy(asc(events.id))
  // What was changed before anything was sent is no news.
  const sent = rows.findIndex(({ type }) => type === 'case.submitted')
  const told = rows.filter(({ type }, index) => !type.startsWith('document.') || (sent >= 0 && index > sent))
  return told.map(({ at, type, slot }) => {
    const { data: document } = DocumentSlot.safeParse(slot)
    return {
      at: at.toISOString(),
      title: OWN_TITLES[type as keyof typeof OWN_TITLES],
      detail: document ? SLOT_LABELS[document] : null,
    }
  })
}
