import { recordEvent } from '#server/model/audit/record-event.ts'
import { alarmSuperAdmins, mailPerson } from '#server/model/mail/mail-person.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

const AUDIT = '/admin/audit'
/** At a process's stop: few enough to finish before it is killed. */
const STOP_EVENTS = 50_000
const STOP_MS = 2000

/**
 * Verifies what is new in the ledger and takes a checkpoint; alerts super admins if something is wrong. Returns
 * what was verified and whether a checkpoint was taken.
 */
export async function checkpointLedger(
  services: Services,
): Promise<{ checked: number; faults: number; taken: boolean }> {
  const { checked, faults, taken } = await services.checkpoints.advance()
  if (faults.length > 0) {
    services.log.error({ faults }, 'The audit log is not what its last checkpoint says')
    await services.database.transaction((tx) => alarm(services, tx, { checked, faults }))
  }
  return { checked, faults: faults.length, taken: taken !== undefined }
}

/** The last checkpoint of a stopping process, if there is time for it. */
export async function checkpointAtStop({ checkpoints, maintenance, log }: Services): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('There was no time for it')), STOP_MS).unref()
  })
  const taken = async () => {
    if (!(await maintenance.isOn())) await checkpoints.advance({ most: STOP_EVENTS })
  }
  await Promise.race([late, taken()]).catch((error: unknown) =>
    log.warn({ err: error }, 'No checkpoint of the audit log was taken at the stop'),
  )
}

/** Once a day, for as long as it lasts. */
async function alarm(
  services: Services,
  tx: Db,
  { checked, faults }: { checked: number; faults: string[] },
): Promise<void> {
  const at = services.now()
  const key = `ledger-fault:${at.toISOString().slice(0, 10)}`
  const isNew = await alarmSuperAdmins(tx, {
    key,
    title: 'The audit log may have been changed',
    detail: `A check found ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}.`,
    path: AUDIT,
    at,
    mail: (to) =>
      mailPerson(services, tx, {
        kind: 'ledger-fault',
        props: { faults: faults.slice(0, 5), more: Math.max(0, faults.length - 5), at, path: AUDIT },
        at,
        ...to,
      }),
  })
  if (isNew)
    await recordEvent(tx, {
      at,
      type: 'audit.checked',
      actor: { kind: 'system' },
      after: { checked, faults: faults.length },
    })
}
