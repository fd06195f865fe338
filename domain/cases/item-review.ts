import {
  type DocumentSlot,
  documentType,
  isDocumentSlot,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import { LOOK_MS, readingWidth } from '#contract/documents/looks.ts'
import type { ApprovalBasis, ItemKey } from '#contract/verification/cases.ts'
import type { MatchObstacle } from '#domain/screening/screening-standing.ts'
import type { AcceptanceGap, CaseItem } from './case.ts'
import { itemGroup } from './decision-reasons.ts'
import { type HeldDocument, isAddressProof } from './document-requirements.ts'
import type { ItemGroup } from './retry-texts.ts'

/** What one reviewer has seen of a case, and what is known of it. */
export interface ReviewerFacts {
  documents: readonly (HeldDocument & { look: Look })[]
  /** A sentence for each screening match that is open or confirmed, and the key of the subject it is about. */
  matches: readonly MatchObstacle[]
}

/** The document that proves a piece of data; what is proved by registers has none. */
const PROVED_BY: Partial<Record<ItemGroup, DocumentSlot>> = {
  name: 'id-front',
  birth_date: 'id-front',
  address: 'proof-of-address',
}

/** The slot whose document proves an item: a document itself, or what a piece of data is proved by; null where none does. */
export function provingSlot(item: ItemKey): DocumentSlot | null {
  return PROVED_BY[itemGroup(item)] ?? (isDocumentSlot(item) ? item : null)
}

/** The items that say who someone is: while that one may be on a sanctions list, no one accepts them. */
const IDENTITIES: readonly ItemGroup[] = ['name', 'registration', 'owner', 'representative']

/** The item of a screened subject that is named otherwise. */
const ITEM_OF: Readonly<Record<string, string>> = { person: 'name', company: 'registration' }

/**
 * What stands between a reviewer and accepting each item. A document must have been read on screen, and so must the one that
 * proves a person's name, birth date or address; an ID document has a known expiry date, a proof of address a known issue
 * date, or it is known that none is printed.
 */
export function acceptanceGaps(items: readonly ItemKey[], facts: ReviewerFacts): AcceptanceGap[] {
  return items.flatMap((item) => [
    ...openingGaps(item, facts),
    ...dateGaps(item, facts),
    ...matchGaps(item, items, facts),
  ])
}

/** Whether someone accepted an item after looking at it; an approval may come without. */
export function isReviewed(item: Pick<CaseItem, 'decision' | 'acceptedBy'>): boolean {
  return item.decision === 'accepted' && Boolean(item.acceptedBy)
}

/** Whether a gap is the reader's alone, as having looked is, and not that of the one who accepted the item before. */
export function isOwnGap({ kind }: Pick<AcceptanceGap, 'kind'>): boolean {
  return kind === 'not_opened' || kind === 'too_small'
}

/** On what an approval of these items rests. */
export function approvalBasis(items: readonly CaseItem[], way: ApprovalBasis['way']): ApprovalBasis {
  return { way, reviewed: items.filter(isReviewed).length, total: items.length }
}

/** What a review of the whole case still asks for, in words: items that no one reviewed, and what is now missing of others. */
export function reviewGaps(
  items: readonly Pick<CaseItem, 'key' | 'decision' | 'acceptedBy'>[],
  gaps: readonly AcceptanceGap[],
  labelOf: (item: ItemKey) => string,
): string[] {
  const missing = items.flatMap((item) =>
    isReviewed(item)
      ? gaps.filter((gap) => gap.item === item.key && !isOwnGap(gap)).map(({ text }) => text)
      : [`${labelOf(item.key)} hasn’t been reviewed.`],
  )
  return [...new Set(missing)]
}

/** A match stops the item of its subject; that of someone who has none, such as an owner left out since, stops every identity. */
function matchGaps(item: ItemKey, items: readonly ItemKey[], { matches }: ReviewerFacts): AcceptanceGap[] {
  if (!IDENTITIES.includes(itemGroup(item))) return []
  const itemOf = (subject: string) => items.find((each) => each === (ITEM_OF[subject] ?? subject)) ?? item
  return matches
    .filter(({ subject }) => itemOf(subject) === item)
    .map(({ kind, text }) => ({ item, kind, text }))
}

function openingGaps(item: ItemKey, { documents }: ReviewerFacts): AcceptanceGap[] {
  const proof = provingSlot(item)
  const document = documents.find(({ slot }) => slot === proof)
  if (!document || document.look === 'read') return []
  const label = SLOT_LABELS[document.slot]
  return document.look === 'too_small'
    ? [{ item, kind: 'too_small', text: `Zoom in on ${label} until you can read it.` }]
    : [{ item, kind: 'not_opened', text: `Open ${label} in the viewer.` }]
}

/** Two sides are one ID document: its expiry date may be on either. */
function dateGaps(item: ItemKey, { documents }: ReviewerFacts): AcceptanceGap[] {
  const gap = (text: string): AcceptanceGap[] => [{ item, kind: 'date_unknown', text }]
  if (item === 'id-front') {
    const sides = documents.filter(({ slot }) => itemGroup(slot) === 'id')
    return sides.length === 0 || sides.some((side) => side.expiresOn !== null || side.noExpiryDate)
      ? []
      : gap('Enter the expiry date of the ID document, or tick that none is printed.')
  }
  if (isDocumentSlot(item) && isAddressProof(item)) {
    const proofs = documents.filter(({ slot }) => slot === item)
    return proofs.every((proof) => proof.issuedOn !== null || proof.noIssueDate)
      ? []
      : gap(
          `Enter the issue date of the ${documentType(item).short.toLowerCase()}, or tick that none is printed.`,
        )
  }
  return []
}

/** How a page of a document was on screen: how wide, and for how long without a change of it. */
export interface ShownPage {
  width: number
  ms: number
}

/** What a reviewer has made of a document so far: read, on screen too small to read, or not looked at. */
export type Look = 'read' | 'too_small' | 'none'

/** What was shown of a document comes to, by its slot and the width of its own picture; null for pages drawn of a PDF. */
export function lookOf(slot: DocumentSlot, naturalWidth: number | null, shown: readonly ShownPage[]): Look {
  const long = shown.filter(({ ms }) => ms >= LOOK_MS)
  if (long.some(({ width }) => width >= readingWidth(slot, naturalWidth))) return 'read'
  return long.length > 0 ? 'too_small' : 'none'
}
