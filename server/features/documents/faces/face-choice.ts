import { eq } from 'drizzle-orm'
import type { FaceComparison } from '#contract/documents/face-comparison.ts'
import * as contract from '#contract/documents/face-comparison.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { lockOrStartCase } from '#server/model/cases/cases.ts'
import { deleteLikenesses } from '#server/model/documents/document-readings.ts'
import { enqueueComparison, faceChoiceOf } from '#server/model/documents/document-signals.ts'
import { cases } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'

/** What people are told about the comparison of faces, and their choice. */
export function registerFaceComparison(routes: Routes, services: Services): void {
  routes.on(contract.readFaceComparison)(({ request }) => readFaceChoice(services, callerOf(request).userId))

  routes.on(contract.tellFaceComparison)(({ request }) =>
    recordTold(services, callerOf(request).userId, originOf(request)),
  )

  routes.on(contract.chooseFaceComparison)(({ body, request }) =>
    chooseByPeopleOnly(services, callerOf(request).userId, body.byPeopleOnly, originOf(request)),
  )
}

type Parts = Pick<Services, 'database' | 'now' | 'config' | 'jobs'>

/** What someone was told about the comparison of faces, and what they chose. */
async function readFaceChoice({ database, config }: Parts, userId: number): Promise<FaceComparison> {
  return present(database.db, config, userId)
}

/**
 * Records that someone was told about it, and the legal basis of that day. Idempotent. Throws INVALID_STATE if
 * faces aren't compared.
 */
async function recordTold(parts: Parts, userId: number, origin: Origin): Promise<FaceComparison> {
  const { basis } = requireOn(parts)
  const at = parts.now()
  await parts.database.transaction(async (tx) => {
    const stored = await lockOrStartCase(tx, userId, 'consumer', at)
    const known = await faceChoiceOf(tx, userId)
    if (known?.toldAt) return
    await tx.update(cases).set({ facesToldAt: at }).where(eq(cases.id, stored.id))
    await recordEvent(tx, {
      at,
      type: 'faces.told',
      actor: { kind: 'user', id: userId },
      userId,
      caseId: stored.id,
      after: { basis },
      origin,
    })
  })
  return present(parts.database.db, parts.config, userId)
}

/**
 * Records someone’s choice that only people compare their photos, and deletes what a machine has found; or
 * withdraws it, after which they are compared. Throws INVALID_STATE if faces aren't compared and nothing was
 * asked.
 */
async function chooseByPeopleOnly(
  parts: Parts,
  userId: number,
  byPeopleOnly: boolean,
  origin: Origin,
): Promise<FaceComparison> {
  const at = parts.now()
  await parts.database.transaction(async (tx) => {
    const stored = await lockOrStartCase(tx, userId, 'consumer', at)
    const known = await faceChoiceOf(tx, userId)
    if ((known?.byPeopleAt != null) === byPeopleOnly) return
    // The choice can still be made, deleting what was found, after the comparison was switched off.
    if (!byPeopleOnly) requireOn(parts)
    await tx
      .update(cases)
      .set({ facesByPeopleAt: byPeopleOnly ? at : null })
      .where(eq(cases.id, stored.id))
    const deleted = byPeopleOnly ? await deleteLikenesses(tx, userId) : 0
    await recordEvent(tx, {
      at,
      type: byPeopleOnly ? 'faces.by_people_only' : 'faces.by_machine_too',
      actor: { kind: 'user', id: userId },
      userId,
      caseId: stored.id,
      after: { deleted },
      origin,
    })
    if (!byPeopleOnly) await enqueueComparison(parts, tx, userId)
  })
  return present(parts.database.db, parts.config, userId)
}

function requireOn({ config }: Pick<Parts, 'config'>): { basis: string } {
  if (!config.faceComparison) throw new AppError('INVALID_STATE', 'We don’t compare photos by machine.')
  return config.faceComparison
}

async function present(db: Db, config: Parts['config'], userId: number): Promise<FaceComparison> {
  const known = await faceChoiceOf(db, userId)
  return {
    isOn: config.faceComparison !== undefined,
    basis: config.faceComparison?.basis ?? null,
    toldAt: known?.toldAt?.toISOString() ?? null,
    byPeopleOnly: known?.byPeopleAt != null,
  }
}
