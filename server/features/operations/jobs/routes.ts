import type { FastifyRequest } from 'fastify'
import * as letters from '#contract/operations/dead-letters.ts'
import type { ScheduleName } from '#contract/operations/job-names.ts'
import * as contract from '#contract/operations/jobs.ts'
import { type JobState, jobStates } from '#server/model/jobs/job-states.ts'
import { recordAct, staffActOf } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { dropLetter, listLetters, sendLetter, sendLetters } from './dead-letters.ts'
import { lockJobState, pauseJob, resumeJob } from './jobs.sql.ts'

const SHOWN_RUNS = 5

/**
 * The jobs page: administrators see it and handle stopped work, super admins run, pause and resume jobs. Their
 * actions are in the audit log.
 */
export function registerJobs(routes: Routes, services: Services): void {
  const { database, jobs, now } = services

  /** Changes a job under a lock on its row, and records it if `change` reports that it did something. */
  async function act(
    request: FastifyRequest,
    name: ScheduleName,
    type: 'job.run_asked' | 'job.paused' | 'job.resumed',
    change: (tx: Db, isPaused: boolean, by: number) => Promise<boolean>,
  ): Promise<{ success: true }> {
    const asked = staffActOf(request)
    await database.transaction(async (tx) => {
      const { rows } = await lockJobState(tx, [name])
      if (!rows[0]) throw new AppError('NOT_FOUND', 'This installation doesn’t have this job.')
      if (await change(tx, rows[0].isPaused, asked.actor.id))
        await recordAct(tx, asked, { at: now(), type, subject: `job:${name}` })
    })
    return { success: true }
  }

  routes.on(contract.listJobs)(async () => ({
    jobs: (await jobStates(database.db, now(), SHOWN_RUNS)).map(presentJob),
    inMaintenance: await services.maintenance.isOn(),
  }))
  routes.on(contract.runJob)(({ params, request }) =>
    act(request, params.name, 'job.run_asked', (tx, isPaused, by) => {
      if (isPaused) throw new AppError('INVALID_STATE', 'This job is paused. Resume it first.')
      return jobs.runNow(tx, params.name, by)
    }),
  )
  routes.on(contract.pauseJob)(({ params, request }) =>
    act(request, params.name, 'job.paused', async (tx, isPaused, by) => {
      if (isPaused) return false
      await pauseJob(tx, [params.name, now(), by])
      return true
    }),
  )
  routes.on(contract.resumeJob)(({ params, request }) =>
    act(request, params.name, 'job.resumed', async (tx, isPaused) => {
      if (!isPaused) return false
      await resumeJob(tx, [params.name, now()])
      return true
    }),
  )
  routes.on(letters.listDeadLetters)(({ query }) => listLetters(database.db, query))
  routes.on(letters.sendDeadLetter)(async ({ params, request }) => {
    await sendLetter(services, staffActOf(request), params.id)
    return { success: true }
  })
  routes.on(letters.dropDeadLetter)(async ({ params, request }) => {
    await dropLetter(services, staffActOf(request), params.id)
    return { success: true }
  })
  routes.on(letters.sendDeadLetters)(({ body, request }) =>
    sendLetters(services, staffActOf(request), body.job),
  )
}

function presentJob(job: JobState) {
  const { name, standing, nextAt, pausedAt, pausedBy, trouble, failures, runs } = job
  return {
    name,
    standing,
    nextAt: nextAt?.toISOString() ?? null,
    pausedAt: pausedAt?.toISOString() ?? null,
    pausedBy,
    trouble,
    failures,
    runs: runs.map((run) => ({
      ...run,
      startedAt: run.startedAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
    })),
  }
}
