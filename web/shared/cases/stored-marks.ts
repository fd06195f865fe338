import { DAY_MS } from '#domain/plain-date.ts'
import {
  deleteWaiting,
  personOwner,
  putWaiting,
  readStore,
  type WaitingOwner,
} from '#web/lib/waiting-database.ts'
import {
  canEncrypt,
  decryptWaiting,
  type Encrypted,
  encryptWaiting,
  waitingKey,
} from '#web/lib/waiting-key.ts'

/** Whose unsent marks they are, and on which case. */
export interface MarksPlace {
  owner: WaitingOwner
  place: `case:${number}`
}

/** Marks as this browser stores them: only who made them on which case and when isn't encrypted. */
interface StoredMarks extends MarksPlace, Encrypted {
  savedAt: number
}

/** Where a reviewer's unsent marks on a case are stored. */
export function marksPlace(reviewerId: number, caseId: number): MarksPlace {
  return { owner: personOwner(reviewerId), place: `case:${caseId}` }
}

/** Stores marks, encrypted. Never throws: a browser without storage keeps them in the page only. */
export async function storeMarks({ owner, place }: MarksPlace, marks: unknown): Promise<void> {
  if (!canEncrypt()) return
  try {
    const standing = { owner, place, savedAt: Date.now() }
    const content = new TextEncoder().encode(JSON.stringify(marks))
    await putWaiting('marks', {
      ...standing,
      ...(await encryptWaiting(await waitingKey(owner), content, boundOf(standing))),
    })
  } catch {
    // They are stored with the next mark.
  }
}

/** Returns the stored marks, if any; undefined as well while their key can't be fetched. */
export async function readMarks<Marks>({ owner, place }: MarksPlace): Promise<Marks | undefined> {
  try {
    if (!canEncrypt()) return undefined
    const stored = await readStore<StoredMarks | undefined>('marks', (store) => store.get([owner, place]))
    const content = stored && (await decryptWaiting(stored, boundOf(stored)))
    return content && JSON.parse(new TextDecoder().decode(content))
  } catch {
    return undefined
  }
}

/** Deletes the marks of a place. */
export async function deleteMarks({ owner, place }: MarksPlace): Promise<void> {
  await deleteWaiting<StoredMarks>('marks', (stored) => stored.owner === owner && stored.place === place)
}

/** Deletes marks that others left in this browser, and those of former days: their claim is over. */
export async function deleteMarksOfOthers(userId: number): Promise<void> {
  const isOld = ({ savedAt }: StoredMarks) => Date.now() - savedAt > DAY_MS
  await deleteWaiting<StoredMarks>('marks', (stored) => stored.owner !== personOwner(userId) || isOld(stored))
}

function boundOf({ owner, place, savedAt }: Omit<StoredMarks, keyof Encrypted>) {
  return ['marks', owner, place, savedAt]
}
