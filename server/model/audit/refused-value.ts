import { type HeldRoles, hasRole } from '#domain/roles/held-roles.ts'
import type { Caller } from '#server/model/access/caller.ts'
import type { Jobs } from '#server/model/jobs/jobs.ts'
import { alarmSuperAdmins, mailPerson } from '#server/model/mail/mail-person.ts'
import { SEALED_TABLES, type SealedTable } from '#server/model/schema/sealed-columns.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AlteredValueError, type FieldPlace } from '#server/platform/fields/field-cipher.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { recordEvent } from './record-event.ts'
import { selectOwner } from './values.sql.ts'

/** Who was reading the value; absent for a job. */
interface Reading {
  reader?: Pick<Caller, 'userId' | keyof HeldRoles> | undefined
  origin?: Origin | undefined
}

type Parts = Pick<Services, 'database' | 'now' | 'log' | 'mailer' | 'meter'>

/**
 * Records that a stored value was refused because it was altered or belongs elsewhere, counts it, and alerts
 * super admins once a day for as long as it lasts (security R47).
 */
export async function refuseValue(
  services: Parts,
  [table, column, row]: FieldPlace,
  { reader, origin }: Reading,
): Promise<void> {
  const at = services.now()
  const sealed = SEALED_TABLES.find((sealedTable) => sealedTable.table === table)
  // An email's key can contain an address.
  const place = [`${table}.${column}`, ...(row && table !== 'mails' ? [row] : [])].join(':')
  if (services.meter) services.meter.refusedValues++
  services.log.error({ value: place }, 'A stored value is not the one that was saved')
  await services.mailer.load()
  await services.database.transaction(async (tx) => {
    const userId = await ownerOf(tx, sealed?.of, row)
    const isStaff = reader && hasRole(reader) && reader.userId !== userId
    await recordEvent(tx, {
      at,
      type: 'value.refused',
      actor: reader ? { kind: isStaff ? 'staff' : 'user', id: reader.userId } : { kind: 'system' },
      ...(userId && { userId }),
      subject: `value:${place}`,
      origin,
    })
    const path = userId ? `/admin/users/${userId}` : '/admin/audit?type=value.refused'
    const what = sealed?.what ?? 'a value'
    await alarmSuperAdmins(tx, {
      key: `value-refused:${place}:${at.toISOString().slice(0, 10)}`,
      title: 'A stored value may have been changed',
      detail: `We refused ${what}: it isn’t the one that was saved.`,
      path,
      at,
      mail: (to) =>
        mailPerson(services, tx, { kind: 'value-refused', props: { what, place, at, path }, at, ...to }),
    })
  })
}

/**
 * The same queues, but an altered value met by a job is refused as one read by a person is, whether it ended
 * the run or was a row left for the next run.
 */
export function refusingJobs(services: Parts & Pick<Services, 'jobs'>): Jobs {
  const { jobs } = services
  async function refusing<T>(work: (note: (error: unknown) => void) => Promise<T>): Promise<T> {
    const altered: FieldPlace[] = []
    const note = (error: unknown) => {
      if (error instanceof AlteredValueError) altered.push(error.place)
    }
    try {
      return await work(note)
    } catch (error) {
      note(error)
      throw error
    } finally {
      for (const place of altered) await refuseValue(services, place, {})
    }
  }
  return {
    ...jobs,
    handle: (name, options, handler) =>
      jobs.handle(name, options, (data, context) => refusing(() => handler(data, context))),
    schedule: (name, handler, options) =>
      jobs.schedule(
        name,
        (context) =>
          refusing((note) => {
            const failed = (error: unknown) => {
              note(error)
              context.progress.failed(error)
            }
            return handler({ ...context, progress: { ...context.progress, failed } })
          }),
        options,
      ),
  }
}

/**
 * A row's owner, by the number that its name begins with; undefined if it belongs to no one, or the person is
 * gone.
 */
async function ownerOf(tx: Db, of: SealedTable['of'], row: string): Promise<number | undefined> {
  const number = /^\d+/.exec(row)?.[0]
  if (!of || !number) return undefined
  const { rows } = await selectOwner[of](tx, [number])
  return rows[0] && Number(rows[0].id)
}
