import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AlteredValueError } from '#server/platform/fields/field-cipher.ts'
import { type JobProgress, RunStopped, unattended } from '#server/platform/jobs/in-batches.ts'
import { runInProcess } from './job-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdaccord-job-'))
})
afterAll(() => rm(folder, { recursive: true }))

const source = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
const HEAD = `
import { setTimeout as delay } from 'node:timers/promises'
import { workOnJob } from ${source('./job-inbox.ts')}
import { AlteredValueError } from ${source('../../platform/fields/field-cipher.ts')}
`

/** Runs a job whose program consists of these lines. */
async function run(lines: string, progress: Partial<JobProgress> = {}, given = {}): Promise<void> {
  const file = join(await mkdtemp(join(folder, 'program-')), 'job.mjs')
  await writeFile(file, `${HEAD}workOnJob({ error() {} }, async (given, progress) => {${lines}})`)
  await runInProcess(pathToFileURL(file), given, { ...unattended({ error() {} }), ...progress })
}

const COUNTING = `
  for (let row = 1; row <= given.rows; row++) await progress.reached('rows', String(row), { rows: 1 })
`

test('each place is stored before the job continues, and what failed is counted', async () => {
  const told: unknown[] = []
  let isStoring = false
  await run(
    `${COUNTING} progress.failed(new AlteredValueError(['drafts', 'data', '7']))`,
    {
      async reached(...reached) {
        expect(isStoring).toBe(false)
        isStoring = true
        await new Promise(setImmediate)
        isStoring = false
        told.push(reached)
      },
      failed: (error) => told.push(error),
    },
    { rows: 2 },
  )
  expect(told).toEqual([
    ['rows', '1', { rows: 1 }],
    ['rows', '2', { rows: 1 }],
    new AlteredValueError(['drafts', 'data', '7']),
  ])
})

test('a run that was paused ends there, with that reason', async () => {
  const reached: string[] = []
  const paused = run(
    COUNTING,
    {
      async reached(_, place) {
        reached.push(place)
        if (place === '2') throw new RunStopped('The job was paused')
      },
    },
    { rows: 9 },
  )
  await expect(paused).rejects.toThrow(new RunStopped('The job was paused'))
  expect(reached).toEqual(['1', '2'])
})

test('a stop reaches the job at its work', async () => {
  const stopping = new AbortController()
  await run(
    `await progress.reached('began', '', {})
     while (!progress.signal.aborted) await delay(5)`,
    { signal: stopping.signal, reached: async () => stopping.abort() },
  )
  expect(stopping.signal.aborted).toBe(true)
})

test('what ends a job, or its process, is thrown', async () => {
  await expect(run(`throw new Error('The store is away')`)).rejects.toThrow('The store is away')
  await expect(run(`throw new AlteredValueError(['drafts', 'data', '7'])`)).rejects.toMatchObject({
    place: ['drafts', 'data', '7'],
  })
  await expect(run(`process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow('ended with SIGKILL')
})
