import { readStore, type WaitingStore } from '#web/lib/waiting-database.ts'
import { isFresh } from '#web/shared/documents/waiting-file.ts'
import { isFreshDraft } from '#web/shared/onboarding/stored-drafts.ts'

/** What this browser has that the server doesn't. Only its key tells whose it is and what is in it. */
export interface WaitingHere {
  files: number
  hasAnswers: boolean
}

/** Looks for it without opening any of it. */
export async function waitingHere(): Promise<WaitingHere> {
  const files = await count('files', isFresh)
  return { files, hasAnswers: (await count('drafts', isFreshDraft)) > 0 }
}

/** The text about it on the offline page. */
export function waitingText({ files, hasAnswers }: WaitingHere): string {
  const things = [
    ...(files > 0 ? [files === 1 ? 'one file' : `${files} files`] : []),
    ...(hasAnswers ? ['the answers you typed'] : []),
  ]
  if (things.length === 0) return 'Nothing you sent is lost, and nothing is waiting on this device.'
  return `Nothing is lost. This device keeps ${things.join(' and ')}, encrypted, until you’re back.`
}

async function count<Stored>(name: WaitingStore, isFresh: (stored: Stored) => boolean): Promise<number> {
  const stored = await readStore<Stored[]>(name, (store) => store.getAll()).catch(() => [])
  return (stored ?? []).filter(isFresh).length
}
