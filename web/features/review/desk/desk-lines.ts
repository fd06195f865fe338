import { useEffect, useState } from 'react'
import { type DocumentSlot, documentType, isDocumentSlot } from '#contract/documents/documents.ts'
import { LOOK_MS } from '#contract/documents/looks.ts'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import { isOwnGap, provingSlot } from '#domain/cases/item-review.ts'
import { leafState } from '#domain/leaf/leaf-state.ts'
import { draftOf, type VerdictDraft, type VerdictDrafts } from '../verdict-drafts.ts'

/** The check that no reviewer decides as an item. */
export const SCREENING = 'screening'

/** One line of the rail: an item of the case with the word on it, in the state of its line of the leaf. */
export interface DeskLine {
  key: ItemKey
  label: string
  group: string
  item: ReviewItem
  draft: VerdictDraft
  state: LeafState
  /** The document that proves it, where there is one. */
  slot: DocumentSlot | null
  /** Whether it is an owner, whose proof is the picture of the ownership. */
  isOwner: boolean
  canAccept: boolean
}

/** The lines of a case in the order of the leaf, as the reviewer's marks make them, sent or not. */
export function deskLines(reviewCase: ReviewCase, drafts: VerdictDrafts): DeskLine[] {
  return reviewCase.items.map((item) => {
    const draft = draftOf(item, drafts)
    const isGiven = item.document !== null || !isDocumentSlot(item.item)
    const facts = {
      isGiven,
      isOwn: false,
      end: 'open' as const,
      item: { decision: draft.decision, isFinal: false },
      isFixed: false,
    }
    return {
      key: item.item,
      label: lineLabel(item),
      group: groupOf(item.item),
      item,
      draft,
      state: isGiven ? leafState(facts, markedState(reviewCase), 'staff') : 'to_do',
      slot: slotOf(reviewCase, item.item),
      isOwner: item.item.startsWith('owner:'),
      canAccept: isGiven && item.beforeAccept.length === 0,
    }
  })
}

/** What a leaf shows of a reviewer's marks it shows in an open case alone; the desk shows those of a decided one, too. */
function markedState({ state }: ReviewCase) {
  return state === 'approved' || state === 'reverification_due' ? 'in_review' : state
}

/**
 * The line to begin with: the first that is open. Where a second person is asked, the one it is about: for an override a document
 * that wasn’t given; else what was accepted without all that it needs, or with a note, or what was sent again. That they have not
 * looked at a line themselves makes it none.
 */
export function firstLine({ proposal }: ReviewCase, lines: readonly DeskLine[]): DeskLine | undefined {
  const disputed = proposal
    ? ((proposal.kind === 'override' ? lines.find(isNotGiven) : undefined) ??
      lines.find(({ item }) => item.beforeAccept.some((gap) => !isOwnGap(gap))) ??
      lines.find(({ draft }) => draft.internalNote) ??
      lines.find(({ item }) => item.changed))
    : undefined
  return disputed ?? lines.find(({ draft }) => draft.decision === 'pending') ?? lines[0]
}

/** The line that comes after one which is decided: the next that is open, from there round to the first. */
export function nextOpenLine(lines: readonly DeskLine[], key: string): DeskLine | undefined {
  const at = lines.findIndex((line) => line.key === key)
  return [...lines.slice(at + 1), ...lines.slice(0, at + 1)].find(
    (line) => line.draft.decision === 'pending' && line.key !== key,
  )
}

/** The document to show beside another: both sides of an ID, and the ID beside any other. */
export function slotBeside(reviewCase: Pick<ReviewCase, 'items'>, slot: DocumentSlot): DocumentSlot | null {
  const wanted: readonly DocumentSlot[] =
    slot === 'id-front' ? ['id-back', 'selfie', 'proof-of-address'] : ['id-front']
  const isGiven = (each: DocumentSlot) =>
    reviewCase.items.some(({ item, document }) => item === each && document)
  return wanted.find(isGiven) ?? null
}

/** Whether it is a document that isn't there. */
export function isNotGiven({ item }: Pick<DeskLine, 'item'>): boolean {
  return isDocumentSlot(item.item) && !item.document
}

function lineLabel({ item, label }: ReviewItem): string {
  if (isDocumentSlot(item)) return documentType(item).short
  // "Beneficial owner: Bela Fern" stands in the group of people, with what they are below the name.
  return isPerson(item) ? label.slice(label.indexOf(': ') + 2) : label
}

/** What someone of a company is to it; null for what is no person. */
export function personRole({ item, label }: ReviewItem): string | null {
  return isPerson(item) ? label.slice(0, label.indexOf(': ')) : null
}

function isPerson(item: ItemKey): boolean {
  return item.startsWith('owner:') || item.startsWith('representative:')
}

function groupOf(item: ItemKey): string {
  if (isDocumentSlot(item)) return 'Documents'
  if (isPerson(item)) return 'People'
  return item === 'registration' || item === 'settlement' ? 'The company' : 'What they told us'
}

function slotOf({ items, kind }: ReviewCase, item: ItemKey): DocumentSlot | null {
  const slot = provingSlot(item) ?? (kind === 'business' && !item.startsWith('owner:') ? 'other' : null)
  return slot &&
    items.some((each) => each.item === slot && (each.document || each.formerDocuments.length > 0))
    ? slot
    : null
}

/** The lines that stood on the desk for as long as a look at a document takes: to hurry past one is none. */
export function useLinesLookedAt(selected: string): ReadonlySet<string> {
  const [lookedAt, setLookedAt] = useState<ReadonlySet<string>>(() => new Set())
  useEffect(() => {
    const timer = setTimeout(() => setLookedAt((current) => new Set([...current, selected])), LOOK_MS)
    return () => clearTimeout(timer)
  }, [selected])
  return lookedAt
}

/** Whether its reader looked at a line: at its own document, as the server has recorded, or at the line where it stood on the desk. */
export function isOpened({ key, item }: DeskLine, lookedAt: ReadonlySet<string>): boolean {
  const isUnread = item.beforeAccept.some(({ kind }) => kind === 'not_opened' || kind === 'too_small')
  return !isUnread && (item.document !== null || lookedAt.has(key))
}

/** The open lines that were looked at and that nothing keeps from being accepted. */
export function openedLines(lines: readonly DeskLine[], lookedAt: ReadonlySet<string>): DeskLine[] {
  return lines.filter(
    (line) => line.draft.decision === 'pending' && line.canAccept && isOpened(line, lookedAt),
  )
}
