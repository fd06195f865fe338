import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { readConfig } from '#server/config.ts'
import { screenWaiting } from '#server/features/screening/screen-waiting.ts'
import { workOnJob } from '#server/model/jobs/job-inbox.ts'
import { createMailer } from '#server/model/mail/mailer.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { closedInMaintenance, maintenanceMode } from '#server/platform/http/maintenance.ts'
import { createLog } from './log.ts'
import type { ScreeningGiven } from './screening-process.ts'

/** One works; the other is for what is recorded meanwhile. */
const CONNECTIONS = 2
/** As the thread that looks names up. */
const BEHIND_PEOPLE = 10
try {
  setPriority(BEHIND_PEOPLE)
} catch {
  // Without permission it has the priority of the server.
}

const config = readConfig()
const log = createLog(config.logLevel, process.stdout).child({ job: 'screen-cases' })

workOnJob(log, async ({ documentKeys }: ScreeningGiven, progress) => {
  if (!config.database) throw new Error('The embedded database has one connection, which is the server’s')
  const { url, directUrl } = config.database
  const database = openPostgres(url, CONNECTIONS, { pooled: directUrl !== undefined })
  const keys = documentKeys.map(({ id, key }) => ({ id, key: Buffer.from(key) }))
  const fields = new FieldCipher(keys, randomBytes)
  database.encryptWith(fields)
  const parts = {
    config,
    database: closedInMaintenance(database, maintenanceMode(database, config.maintenance)),
    now: () => new Date(),
    log,
    mailer: createMailer(config, fields),
    meter: undefined,
  }
  try {
    await screenWaiting(parts, progress, log)
  } finally {
    await database.close()
  }
})
