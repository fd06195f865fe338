import { type DocumentSlot, isDocumentSlot, SLOT_LABELS, SLOT_NOUNS } from '#contract/documents/documents.ts'
import { LOOK_MS, readingWidth } from '#contract/documents/looks.ts'
import type { ApprovalBasis, ItemKey } from '#contract/verification/cases.ts'
import type { MatchObstacle } from '#domain/screening/screening-standing.ts'
import type { AcceptanceGap, CaseItem } from './case.ts'
import { itemGroup } from './decision-reasons.ts'
import { type HeldDocument, isAddressProof } from './document-requirements.ts'
import type { ItemGroup } from './retry-texts.ts'

/** What one reviewer has seen of a case, and what is known about it. */
export interface ReviewerFacts {
  /** Whether they have claimed the case, or gave a reason for reading it. */
  isAtHand: boolean
  documents: readonly (HeldDocument & { look: Look })[]
  /** One sentence per open or confirmed screening match, with the key of its subject. */
  matches: readonly MatchObstacle[]
}

/** The document that proves each group of data; data proved by registers has none. */
const PROVED_BY: Partial<Record<ItemGroup, DocumentSlot>> = {
  name: 'id-front',
  birth_date: 'id-front',
  address: 'proof-of-address',
}

/**
 * Returns the slot whose document proves an item: the document itself, or the one that proves the data; null if there
 * is none.
 */
export function provingSlot(item: ItemKey): DocumentSlot | null {
  return PROVED_BY[itemGroup(item)] ?? (isDocumentSlot(item) ? item : null)
}

/** What a document is compared with: the face with the one on the ID, the ID's back with the front that it belongs to. */
const COMPARED_WITH: Partial<Record<ItemKey, DocumentSlot>> = { selfie: 'id-front', 'id-back': 'id-front' }

/** Returns the slots whose documents a verdict on an item rests on: the one that proves it first. */
export function judgedBy(item: ItemKey): DocumentSlot[] {
  return [provingSlot(item), COMPARED_WITH[item]].flatMap((slot) => slot ?? [])
}

const NOT_CLAIMED = 'Claim the case first.'

/** The items that identify someone: no one accepts them while that person may be on a sanctions list. */
const IDENTITIES: readonly ItemGroup[] = ['name', 'registration', 'owner', 'representative']

/** Items whose key differs from that of their screened subject. */
const ITEM_OF: Readonly<Record<string, string>> = { person: 'name', company: 'registration' }

/**
 * Returns what a reviewer still has to do before accepting each item. They must have the case, or have given a reason. A
 * document must have been read on screen, and so must the one that proves a person's name, birth date or address; an ID
 * document needs a known expiry date, a proof of address a known issue date, unless it is known that none is printed.
 */
export function acceptanceGaps(items: readonly ItemKey[], facts: ReviewerFacts): AcceptanceGap[] {
  return items.flatMap((item) => [
    ...openingGaps(item, facts),
    ...dateGaps(item, facts),
    ...matchGaps(item, items, facts),
  ])
}

/** Whether someone accepted an item after looking at it; an approval may come without that. */
export function isReviewed(item: Pick<CaseItem, 'decision' | 'acceptedBy'>): boolean {
  return item.decision === 'accepted' && Boolean(item.acceptedBy)
}

/** How an item was settled by the decisions that its applicant knows of. */
export type SentOut = Pick<CaseItem, 'isFinal' | 'checked'> & { acceptedBy?: unknown }

/**
 * Whether the applicant was told that someone had checked an item. Items settled before that was stored name only who
 * accepted them.
 */
export function isChecked({ isFinal, checked, acceptedBy }: SentOut): boolean {
  return isFinal && Boolean(checked === undefined ? acceptedBy : checked)
}

/**
 * Whether a gap concerns only the reader, such as not having looked, and not the person who accepted the item before.
 */
export function isOwnGap({ kind }: Pick<AcceptanceGap, 'kind'>): boolean {
  return kind === 'not_claimed' || kind === 'not_opened' || kind === 'too_small'
}

/** Returns what an approval of these items rests on. */
export function approvalBasis(items: readonly CaseItem[], way: ApprovalBasis['way']): ApprovalBasis {
  return { way, reviewed: items.filter(isReviewed).length, total: items.length }
}

/**
 * Returns what a complete review still needs, as sentences: items that no one reviewed, and what is now missing for
 * others.
 */
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

/**
 * A match blocks the item of its subject; if the subject has no item, such as an owner left out since, it blocks every
 * identity.
 */
function matchGaps(item: ItemKey, items: readonly ItemKey[], { matches }: ReviewerFacts): AcceptanceGap[] {
  if (!IDENTITIES.includes(itemGroup(item))) return []
  const itemOf = (subject: string) => items.find((each) => each === (ITEM_OF[subject] ?? subject)) ?? item
  return matches
    .filter(({ subject }) => itemOf(subject) === item)
    .map(({ kind, text }) => ({ item, kind, text }))
}

/** An unread document must be opened, which itself needs the claim or a reason; otherwise these are asked for directly. */
function openingGaps(item: ItemKey, { isAtHand, documents }: ReviewerFacts): AcceptanceGap[] {
  const proof = provingSlot(item)
  const document = documents.find(({ slot }) => slot === proof)
  if (!document || document.look === 'read')
    return isAtHand ? [] : [{ item, kind: 'not_claimed', text: NOT_CLAIMED }]
  const label = SLOT_LABELS[document.slot]
  return document.look === 'too_small'
    ? [{ item, kind: 'too_small', text: `Zoom in on ${label} until you can read it.` }]
    : [{ item, kind: 'not_opened', text: `Open ${label} in the viewer.` }]
}

/** Both sides are one ID document: the expiry date may be on either. */
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
      : gap(`Enter the issue date of the ${SLOT_NOUNS[item]}, or tick that none is printed.`)
  }
  return []
}

/** How a page of a document was on screen: its width, and for how long at that width. */
export interface ShownPage {
  width: number
  ms: number
}

/** How a reviewer has looked at a document so far: read it, had it on screen too small to read, or not at all. */
export type Look = 'read' | 'too_small' | 'none'

/**
 * Returns the look that the shown pages add up to, by slot and the width of the picture; null width for pages rendered
 * from a PDF.
 */
export function lookOf(slot: DocumentSlot, naturalWidth: number | null, shown: readonly ShownPage[]): Look {
  const long = shown.filter(({ ms }) => ms >= LOOK_MS)
  if (long.some(({ width }) => width >= readingWidth(slot, naturalWidth))) return 'read'
  return long.length > 0 ? 'too_small' : 'none'
}
