import { useEffect, useState } from 'react'
import { type DocumentSlot, isDocumentSlot, SLOT_LABELS } from '#contract/documents/documents.ts'
import { LOOK_MS } from '#contract/documents/looks.ts'
import type { ApprovalObstacle, ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import { isOwnGap, provingSlot } from '#domain/cases/item-review.ts'
import { leafState } from '#domain/leaf/leaf-state.ts'
import { isApproved } from '../case-standing.ts'
import { draftOf, type VerdictDraft, type VerdictDrafts } from '../verdict-drafts.ts'

/** The check that no reviewer decides as an item. */
export const SCREENING = 'screening'

/** One line of the rail: a case's item with its verdict, in the state of its line on the leaf. */
export interface DeskLine {
  key: ItemKey
  label: string
  group: string
  item: ReviewItem
  draft: VerdictDraft
  state: LeafState
  /** The document that proves it, if there is one. */
  slot: DocumentSlot | null
  /** Whether it is an owner, which the ownership picture proves. */
  isOwner: boolean
  canAccept: boolean
  /** Whether it can't be accepted only because it wasn't on the desk for a second yet. */
  awaitsLook: boolean
}

/** Returns a case's lines in the leaf's order, with the reviewer's marks, sent or not. */
export function deskLines(reviewCase: ReviewCase, drafts: VerdictDrafts): DeskLine[] {
  return reviewCase.items.map((item) => {
    const draft = draftOf(item, drafts)
    const isGiven = item.document !== null || !isDocumentSlot(item.item)
    const facts = {
      isGiven,
      isOwn: false,
      end: 'open' as const,
      item: { decision: draft.decision, isFinal: isApproved(reviewCase), acceptedBy: item.acceptedBy },
      isFixed: false,
      isDecidedAgain: false,
    }
    return {
      key: item.item,
      label: lineLabel(item),
      group: groupOf(item.item),
      item,
      draft,
      state: isGiven ? leafState(facts, reviewCase.state, 'staff') : 'to_do',
      slot: slotOf(reviewCase, item.item),
      isOwner: item.item.startsWith('owner:'),
      canAccept: isGiven && item.beforeAccept.length === 0,
      awaitsLook: false,
    }
  })
}

/**
 * Returns the line to start with: the first open one. For a second person, the one the proposal is about: for
 * an override the line of a rule set aside; otherwise what was accepted without everything it needs, or with a
 * note, or was sent again. That they haven't looked at a line themselves doesn't count.
 */
export function firstLine(reviewCase: ReviewCase, lines: readonly DeskLine[]): DeskLine | undefined {
  const { proposal } = reviewCase
  const disputed = proposal
    ? (rulesSetAside(reviewCase).flatMap((rule) => lines.find(({ key }) => key === rule.line) ?? [])[0] ??
      lines.find(({ item }) => item.beforeAccept.some((gap) => !isOwnGap(gap))) ??
      lines.find(({ draft }) => draft.internalNote) ??
      lines.find(({ item }) => item.changed))
    : undefined
  return disputed ?? lines.find(({ draft }) => draft.decision === 'pending') ?? lines[0]
}

/** Returns the rules that a proposed override sets aside; none for an ordinary proposal. */
export function rulesSetAside({ proposal, statusObstacles }: ReviewCase): ApprovalObstacle[] {
  return proposal?.kind === 'override' ? statusObstacles.filter(({ kind }) => kind === 'waivable') : []
}

/** Returns the line after a decided one: the next open one, wrapping around to the first. */
export function nextOpenLine(lines: readonly DeskLine[], key: string): DeskLine | undefined {
  const at = lines.findIndex((line) => line.key === key)
  return [...lines.slice(at + 1), ...lines.slice(0, at + 1)].find(
    (line) => line.draft.decision === 'pending' && line.key !== key,
  )
}

/** Returns the document to show next to another: both sides of an ID, and the ID next to any other. */
export function slotBeside(reviewCase: Pick<ReviewCase, 'items'>, slot: DocumentSlot): DocumentSlot | null {
  const wanted: readonly DocumentSlot[] =
    slot === 'id-front' ? ['id-back', 'selfie', 'proof-of-address'] : ['id-front']
  const isGiven = (each: DocumentSlot) =>
    reviewCase.items.some(({ item, document }) => item === each && document)
  return wanted.find(isGiven) ?? null
}

function lineLabel({ item, label }: ReviewItem): string {
  if (isDocumentSlot(item)) return SLOT_LABELS[item]
  // "Beneficial owner: Bela Fern" is in the group of people, with their role below the name.
  return isPerson(item) ? label.slice(label.indexOf(': ') + 2) : label
}

/** Returns a person's role in a company; null if the item isn't a person. */
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

/**
 * The lines that stayed on the desk for as long as a look at a document takes: hurrying past one doesn't count, nor
 * does what stood there before its evidence was replaced.
 */
export function useLinesLookedAt(selected: string, lines: readonly DeskLine[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  const line = lines.find(({ key }) => key === selected)
  const basis = line && basisOf(line, lines)
  useEffect(() => {
    if (!basis) return
    const timer = setTimeout(() => setSeen((current) => new Set([...current, basis])), LOOK_MS)
    return () => clearTimeout(timer)
  }, [basis])
  return new Set(lines.filter((each) => seen.has(basisOf(each, lines))).map(({ key }) => key))
}

/**
 * Returns a line as the desk shows it. A look at a document is recorded by the server; a line that no document proves
 * can't be accepted before it was looked at itself.
 */
export function asShown(line: DeskLine, lines: readonly DeskLine[], lookedAt: ReadonlySet<string>): DeskLine {
  const proof = provingSlot(line.key)
  const isRecorded = lines.some(({ key, item }) => key === proof && item.document !== null)
  if (!line.canAccept || isRecorded || line.draft.decision === 'accepted' || lookedAt.has(line.key))
    return line
  return { ...line, canAccept: false, awaitsLook: true }
}

/** What a line rests on: its proof, and what support changed of it. */
function basisOf({ key, slot, item }: DeskLine, lines: readonly DeskLine[]): string {
  const proof = lines.find((each) => each.key === slot)?.item.document
  return [key, proof?.id, item.supportChanges.length].join(' ')
}

/**
 * Whether the reader has looked at a line: at its own document, as the server has recorded, or at the line
 * while it was on the desk.
 */
export function isOpened({ key, item }: DeskLine, lookedAt: ReadonlySet<string>): boolean {
  const isUnread = item.beforeAccept.some(({ kind }) => kind === 'not_opened' || kind === 'too_small')
  return !isUnread && (item.document !== null || lookedAt.has(key))
}

/** Returns the open lines that were looked at and can be accepted. */
export function openedLines(lines: readonly DeskLine[], lookedAt: ReadonlySet<string>): DeskLine[] {
  return lines.filter(
    (line) => line.draft.decision === 'pending' && line.canAccept && isOpened(line, lookedAt),
  )
}
