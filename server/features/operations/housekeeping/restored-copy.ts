import { setTimeout as delay } from 'node:timers/promises'
import type { CasePolicy } from '#domain/cases/case.ts'
import { applyErasureNotes } from '#server/model/people/erasure-notes.ts'
import {
  noticeRestore,
  RESTORED,
  readInstallation,
  storeRestore,
} from '#server/platform/database/installation.ts'
import { setBackTo } from '#server/platform/files/store-owner.ts'
import type { Services } from '#server/services.ts'

/** The longest that an unreachable bucket delays a start; the sweep asks it again. */
const STORE_MS = 5_000

export type CopyParts = Pick<Services, 'database' | 'files' | 'now' | 'log'> & { policy: CasePolicy }

/**
 * Detects whether the database was restored or copied, in which case maintenance begins, and erases again
 * everyone erased since its backup. Called before anyone is served. Throws if erasures are due and can't be
 * carried out.
 */
export async function receiveCopy(parts: CopyParts): Promise<void> {
  const { database, files, log } = parts
  const isElsewhere = await noticeRestore(database)
  const asked = setBackTo({ database, store: files.store }).catch((error: unknown) => {
    log.error({ err: error }, 'The file store could not be asked whether the database was restored')
    return undefined
  })
  const generation = await Promise.race([asked, delay(STORE_MS, undefined, { ref: false })])
  if (generation !== undefined) await storeRestore(database, generation)
  if (isElsewhere || generation !== undefined) log.warn(RESTORED)
  if ((await readInstallation(database)).erasuresDue) await eraseAgain(parts)
}

/** Detects while the process runs what `receiveCopy` does at its start. Returns whether the database was set back. */
export async function noticeSetBack(parts: CopyParts): Promise<boolean> {
  const { database, files, log } = parts
  const generation = await setBackTo({ database, store: files.store })
  if (generation === undefined) return false
  log.error(RESTORED)
  // Before maintenance, which would refuse the erasures. If they fail, the next start carries them out.
  await eraseAgain(parts).finally(() => storeRestore(database, generation))
  return true
}

async function eraseAgain({ database, files, now, log, policy }: CopyParts): Promise<void> {
  const { again, held } = await applyErasureNotes({ database, files }, { at: now(), policy }).catch(
    (error: unknown) => {
      throw new Error(
        'The database was restored, and the list of erasures beside the files could not be carried out. We serve no one until that works.',
        { cause: error },
      )
    },
  )
  log.warn({ again, held }, 'People who were erased after the backup were erased again')
}
