import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import type { Case, CaseItem, Proposal } from '#domain/cases/case.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import type { CaseRow } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'

/*
 * How a case's row says in JSON what the rules know. The deployed releases wrote ids as text in it and compare them as
 * text, so this is the only place where an account's id is text.
 */

/** An item as stored, with the names and text ids of the deployed releases. */
export interface StoredItem extends Omit<CaseItem, 'isFinal' | 'acceptedBy'> {
  isSettled: boolean
  acceptedBy?: string | null
}

/**
 * Returns a case's items for its row. Fingerprints of data are encrypted, because anyone with a dump could try
 * all birth dates against one. Hashes of files stay, because no one can try all files.
 */
export async function itemsToStore(
  tx: Db,
  caseId: number,
  items: readonly CaseItem[],
): Promise<Pick<CaseRow, 'items' | 'evidence'>> {
  const stored = items.map(itemToStore)
  const data = items.filter((item) => !isFile(item) && item.evidence !== null)
  if (data.length === 0) return { items: stored, evidence: null }
  const seal = await sealerFor(tx)
  const fingerprints = Object.fromEntries(data.map(({ key, evidence }) => [key, evidence]))
  const evidence = seal.json(fingerprints, placeOf(caseId))
  if (typeof evidence !== 'string') return { items: stored, evidence: null }
  return { items: stored.map((item) => (isFile(item) ? item : { ...item, evidence: null })), evidence }
}

/** A stored item under today's name for whether it may still change; for lists, which need no fingerprints. */
export function itemAsListed({ isSettled, ...item }: StoredItem) {
  return { ...item, isFinal: isSettled }
}

/** A row's items. Throws if their fingerprints were altered or are another case's. */
export function openItems(db: Db, { id, items, evidence }: CaseRow): CaseItem[] {
  const plain = (items as StoredItem[]).map(openItem)
  if (!evidence) return plain
  const fingerprints = openJson(db, evidence, placeOf(id))
  return plain.map((item) => ({ ...item, evidence: fingerprints[item.key] ?? item.evidence }))
}

function itemToStore({ isFinal, acceptedBy, ...item }: CaseItem): StoredItem {
  return {
    ...item,
    ...(acceptedBy !== undefined && { acceptedBy: acceptedBy === null ? null : String(acceptedBy) }),
    isSettled: isFinal,
  }
}

function openItem(stored: StoredItem): CaseItem {
  const { acceptedBy, ...item } = itemAsListed(stored)
  return {
    ...item,
    ...(acceptedBy !== undefined && { acceptedBy: acceptedBy === null ? null : Number(acceptedBy) }),
  }
}

/** Who changed a case last, as stored; the system has its name for an id. */
interface ChangeInRow {
  by: { kind: ActingUser['kind']; id: string }
  at: string
}

/** Returns who changed a case last, for its row; what they may do as staff isn't part of it. */
export function changeToStore(change: Case['lastChange']): ChangeInRow | null {
  if (!change) return null
  const { by, at } = change
  return { by: { kind: by.kind, id: by.kind === 'system' ? by.kind : String(by.id) }, at: at.toISOString() }
}

/** Who changed a row's case last. */
export function openLastChange({ lastChange }: Pick<CaseRow, 'lastChange'>): Case['lastChange'] {
  const stored = lastChange as ChangeInRow | null
  if (!stored) return null
  const { kind, id } = stored.by
  return { by: kind === 'system' ? { kind } : { kind, id: Number(id) }, at: new Date(stored.at) }
}

interface ProposalInRow extends Omit<Proposal, 'by' | 'at'> {
  by: string
  at: string
}

/** Returns a decision that waits for a second person for its case's row. */
export function proposalToStore(proposal: Proposal | null): ProposalInRow | null {
  return proposal && { ...proposal, by: String(proposal.by), at: proposal.at.toISOString() }
}

/** The decision of a row's case that waits for a second person. */
export function openProposal({ proposal }: Pick<CaseRow, 'proposal'>): Proposal | null {
  const stored = proposal as ProposalInRow | null
  return stored && { ...stored, by: Number(stored.by), at: new Date(stored.at) }
}

function isFile({ key }: Pick<CaseItem, 'key'>): boolean {
  return DocumentSlot.safeParse(key).success
}

function placeOf(caseId: number): FieldPlace {
  return ['cases', 'evidence', String(caseId)]
}
