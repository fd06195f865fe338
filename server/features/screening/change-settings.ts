import type { z } from 'zod'
import { LIST_AGE_MAX_DAYS } from '#contract/screening/sanctions.ts'
import type { changeScreeningSettings as contract, ScreeningSettings } from '#contract/screening/screening.ts'
import { screeningSettings } from '#server/model/schema/sanctions.ts'
import { findSettings } from '#server/model/screening/screening-settings.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { lockScreeningSettings } from './screening.sql.ts'

const TOO_OLD = `Enter ${LIST_AGE_MAX_DAYS} days or fewer`

/**
 * Changes the score from which on people are asked about a pair, and the age at which a list is out of date,
 * with a reason. A lower threshold screens everyone again; a higher one leaves existing matches to be decided.
 * The same request again returns the first answer. Returns the settings; throws STALE_VERSION if they changed
 * since the caller read them, and VALIDATION_ERROR for an age that is too high.
 */
export async function changeSettings(
  { database, config, jobs, now }: Services,
  act: StaffAct,
  { version, possibleFrom, maxAgeDays, reason }: z.output<typeof contract.body>,
): Promise<ScreeningSettings> {
  const at = now()
  return database.transaction(async (tx) => {
    // Serialises changes, including the first one.
    await lockScreeningSettings(tx)
    const before = await findSettings(tx, config.sanctions)
    const isSame = before.possibleFrom === possibleFrom && before.maxAgeDays === maxAgeDays
    const isRepeated = isSame && before.version === version + 1 && before.change?.reason === reason
    if (isRepeated) return before
    if (before.version !== version)
      throw new AppError('STALE_VERSION', 'Someone else changed these settings meanwhile.', {
        conflict: {
          version: before.version,
          ...(before.change && { decidedBy: before.change.by, decidedAt: before.change.at }),
        },
      })
    // The configured age may be higher; it stays until it is changed.
    if (maxAgeDays > LIST_AGE_MAX_DAYS && maxAgeDays !== before.maxAgeDays)
      throw new AppError('VALIDATION_ERROR', TOO_OLD, { fields: { maxAgeDays: TOO_OLD } })
    // Nothing changes, so there is nothing to record.
    if (isSame) return before
    const values = {
      version: version + 1,
      possibleFrom,
      maxAgeDays,
      changedAt: at,
      changedBy: act.actor.id,
      reason,
    }
    await tx
      .insert(screeningSettings)
      .values({ id: 1, ...values })
      .onConflictDoUpdate({ target: screeningSettings.id, set: values })
    await recordAct(tx, act, {
      at,
      type: 'screening.settings_changed',
      subject: 'screening',
      before: { possibleFrom: before.possibleFrom, maxAgeDays: before.maxAgeDays },
      after: { possibleFrom, maxAgeDays },
      note: reason,
    })
    if (possibleFrom < before.possibleFrom) await jobs.runNow(tx, 'screen-cases')
    return findSettings(tx, config.sanctions)
  })
}
