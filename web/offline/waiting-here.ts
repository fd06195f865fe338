import { LOCAL_DRAFT_DAYS } from '#contract/onboarding/onboarding-steps.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { readStored, storedKeys } from '#web/lib/browser-storage.ts'
import { DRAFT_PREFIX, WAITING_FILES } from '#web/lib/storage-keys.ts'
import { isFresh, STORE } from '#web/shared/documents/waiting-file.ts'

/** What this browser has that the server doesn't. Only its key tells whose it is and what is in it. */
export interface WaitingHere {
  files: number
  hasAnswers: boolean
}

/** Looks for it without opening any of it. */
export async function waitingHere(): Promise<WaitingHere> {
  const files = await countFiles().catch(() => 0)
  return { files, hasAnswers: storedKeys('local').some(isDraft) }
}

/** The text about it on the offline page. */
export function wordsFor({ files, hasAnswers }: WaitingHere): string {
  const things = [
    ...(files > 0 ? [files === 1 ? 'one file' : `${files} files`] : []),
    ...(hasAnswers ? ['the answers you typed'] : []),
  ]
  if (things.length === 0) return 'Nothing you sent is lost, and nothing is waiting on this device.'
  return `Nothing is lost. This device keeps ${things.join(' and ')}, encrypted, until you’re back.`
}

function isDraft(key: string): boolean {
  if (!key.startsWith(DRAFT_PREFIX)) return false
  try {
    const { savedAt } = JSON.parse(readStored('local', key) ?? '')
    return Date.now() - new Date(savedAt).getTime() < LOCAL_DRAFT_DAYS * DAY_MS
  } catch {
    return false
  }
}

async function countFiles(): Promise<number> {
  // Opening a database that doesn't exist would create it.
  if (!(await indexedDB.databases()).some(({ name }) => name === WAITING_FILES)) return 0
  const database = await resultOf(indexedDB.open(WAITING_FILES))
  try {
    const store = database.transaction(STORE).objectStore(STORE)
    return (await resultOf<{ chosenAt: number }[]>(store.getAll())).filter(isFresh).length
  } finally {
    database.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
