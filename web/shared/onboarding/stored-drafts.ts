import { LOCAL_DRAFT_DAYS } from '#contract/onboarding/onboarding-steps.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { removeStored, storedKeys } from '#web/lib/browser-storage.ts'
import { deleteWaiting, personOwner, type WaitingOwner } from '#web/lib/waiting-database.ts'
import type { Encrypted } from '#web/lib/waiting-key.ts'

/** An application's draft as this browser stores it: the answers are encrypted. */
export interface StoredDraft extends Encrypted {
  owner: WaitingOwner
  place: CaseKind
  /** In milliseconds; it is stored for a week at most (security R39). */
  savedAt: number
  /** Whether its owner has no account yet: it is deleted with their application, and not at someone’s sign-in. */
  isVisitor: boolean
}

/** Whether a draft may still be used. */
export function isFreshDraft({ savedAt }: Pick<StoredDraft, 'savedAt'>): boolean {
  return Date.now() - savedAt < LOCAL_DRAFT_DAYS * DAY_MS
}

/** Deletes one draft of an owner. */
export async function deleteDraft({ owner, place }: Pick<StoredDraft, 'owner' | 'place'>): Promise<void> {
  await deleteDrafts((stored) => stored.owner === owner && stored.place === place)
}

/** Deletes anyone's expired drafts. */
export async function deleteStaleDrafts(): Promise<void> {
  await deleteDrafts((stored) => !isFreshDraft(stored))
}

/** Deletes the drafts of other accounts once someone is signed in (security R39), and anyone's expired ones. */
export async function deleteDraftsOfOthers(userId: number): Promise<void> {
  await deleteDrafts((stored) => !isFreshDraft(stored) || isOfOtherAccount(stored, userId))
}

/** Whether a draft belongs to another account than this one; a visitor's doesn't. */
export function isOfOtherAccount(
  { owner, isVisitor }: Pick<StoredDraft, 'owner' | 'isVisitor'>,
  userId: number,
): boolean {
  return owner !== personOwner(userId) && !isVisitor
}

/** Deletes what visitors typed: their application now belongs to an account, or is deleted. */
export async function deleteVisitorsDrafts(): Promise<void> {
  await deleteDrafts(({ isVisitor }) => isVisitor)
}

/** Deletes what a former release stored in another way. */
export function deleteFormerDrafts(): void {
  removeStored('local', ...storedKeys('local').filter((key) => key.startsWith('onboarding_draft:')))
}

async function deleteDrafts(isOver: (stored: StoredDraft) => boolean): Promise<void> {
  await deleteWaiting('drafts', isOver)
}
