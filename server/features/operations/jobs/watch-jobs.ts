import type { JobTrouble } from '#contract/operations/job-names.ts'
import { countLates, troubleOf } from '#domain/jobs/job-standing.ts'
import { JOB_TEXT, troubleText } from '#domain/jobs/job-text.ts'
import { type JobState, jobStates } from '#server/model/jobs/job-states.ts'
import { addresseeOf, superAdmins } from '#server/model/mail/mail-person.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { tryWatchLock, updateLates, updateTrouble } from './jobs.sql.ts'

type Watching = Pick<Services, 'database' | 'jobs' | 'mailer' | 'now' | 'log'>

/**
 * Checks that every job runs: starts a late one, and emails super admins once about each trouble and once when
 * it is over. Of concurrent processes one does the work.
 */
export async function watchJobs(services: Watching): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const { rows } = await tryWatchLock(tx)
    if (!rows[0]?.mine) return
    for (const job of await jobStates(tx, at)) await watchJob(services, tx, job, at)
  })
}

async function watchJob(services: Watching, tx: Db, job: JobState, at: Date): Promise<void> {
  const { name } = job
  const late = countLates(job, at)
  if (late.lates > job.lates) {
    services.log.warn({ job: name, lates: late.lates }, 'A job is late and is started')
    await services.jobs.runNow(tx, name)
  }
  if (late.lates !== job.lates) await updateLates(tx, [name, late.lates, late.lateAt])
  const trouble = troubleOf({ ...job, ...late }, at)
  if (trouble ? trouble === job.trouble : !job.trouble || !isOver(job)) return
  await updateTrouble(tx, [name, trouble, trouble && at])
  await tellSuperAdmins(services, tx, job, trouble, at)
}

/** Only a successful run since then ends a trouble; a pause or a start alone doesn't. */
function isOver({ runs: [last], troubleAt }: JobState): boolean {
  return last?.result === 'done' && troubleAt !== null && last.startedAt > troubleAt
}

async function tellSuperAdmins(
  { mailer, log }: Watching,
  tx: Db,
  { name, runs }: JobState,
  trouble: JobTrouble | null,
  at: Date,
): Promise<void> {
  log[trouble ? 'error' : 'info']({ job: name, trouble }, 'What super admins are told of a job')
  const { title } = JOB_TEXT[name]
  const error = runs.find((run) => run.error)?.error ?? null
  for (const userId of await superAdmins(tx)) {
    const addressee = await addresseeOf(tx, userId)
    if (!addressee) continue
    await mailer.queue(tx, {
      kind: 'job-trouble',
      props: {
        name: addressee.name,
        job: title,
        trouble: trouble && troubleText(name, trouble, error),
        path: '/admin/jobs',
      },
      to: addressee.to,
      userId,
      messageKey: `job:${name}:${trouble ?? 'over'}:${at.getTime()}:${userId}`,
      at,
    })
  }
}
