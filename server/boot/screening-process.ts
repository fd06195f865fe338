import type { ScreenEveryone } from '#server/features/screening/jobs.ts'
import { runInProcess } from '#server/model/jobs/job-process.ts'
import type { MasterKey } from '#server/platform/files/envelope.ts'

/** What the process of the screening is given: the keys were opened at the start, once. */
export interface ScreeningGiven {
  documentKeys: readonly MasterKey[]
}

/** Screens everyone in a process of its own, so that the one that answers people does nothing for each of them. */
export function screeningProcess(documentKeys: readonly MasterKey[]): ScreenEveryone {
  const given: ScreeningGiven = { documentKeys }
  return (progress) => runInProcess(new URL('./screening-worker.ts', import.meta.url), given, progress)
}
