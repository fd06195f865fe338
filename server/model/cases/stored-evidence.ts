import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import type { CaseRow } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'

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
  const stored = items.map(toStored)
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
  const plain = (items as StoredItem[]).map(fromStored)
  if (!evidence) return plain
  const fingerprints = openJson(db, evidence, placeOf(id))
  return plain.map((item) => ({ ...item, evidence: fingerprints[item.key] ?? item.evidence }))
}

function toStored({ isFinal, acceptedBy, ...item }: CaseItem): StoredItem {
  return {
    ...item,
    ...(acceptedBy !== undefined && { acceptedBy: acceptedBy === null ? null : String(acceptedBy) }),
    isSettled: isFinal,
  }
}

function fromStored(stored: StoredItem): CaseItem {
  const { acceptedBy, ...item } = itemAsListed(stored)
  return {
    ...item,
    ...(acceptedBy !== undefined && { acceptedBy: acceptedBy === null ? null : Number(acceptedBy) }),
  }
}

function isFile({ key }: Pick<CaseItem, 'key'>): boolean {
  return DocumentSlot.safeParse(key).success
}

function placeOf(caseId: number): FieldPlace {
  return ['cases', 'evidence', String(caseId)]
}
