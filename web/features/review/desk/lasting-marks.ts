import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import {
  unsavedItems,
  type VerdictDrafts,
  type VerdictDraftsState,
} from '#web/features/review/verdict-drafts.ts'
import { useUser } from '#web/lib/session.ts'
import {
  deleteMarks,
  type MarksPlace,
  marksPlace,
  readMarks,
  storeMarks,
} from '#web/shared/cases/stored-marks.ts'
import { isHeldByOther, lastClaim } from '../case-ownership.tsx'
import { isOpen } from '../use-case-change.ts'
import { type LostMarks, lostMarks } from './lost-marks.tsx'

/** Unsent marks, and the claim under which they were made. */
interface LastingMarks {
  claim: number
  /** For the note that keeps them once they are lost, so that several tabs write only one. */
  requestKey: string
  drafts: VerdictDrafts
}

/** The channel on which the tabs of a browser hear that the marks of a place have changed. */
const CHANNEL = 'unsent-marks'

/** What they hear: marks that were lost are shown as lost by tabs that don't know of the colleague yet. */
interface MarksChange extends Pick<MarksPlace, 'place'> {
  lost: LostMarks | null
}

/**
 * Keeps a reviewer's marks on the case they have claimed in this browser, encrypted, until they are sent: a reload
 * loses none, and the reviewer's other tabs show the same (docs/decisions/084-the-desk.md). Once a colleague has
 * taken or decided the case they are dropped; returns what was lost then, and the lines whose marks ended with an
 * earlier claim of the reader's own.
 */
export function useLastingMarks(
  reviewCase: ReviewCase,
  state: VerdictDraftsState,
): { lost: LostMarks | null; ended: readonly ReviewItem[] } {
  const { drafts, restore, replace } = state
  const reviewer = useUser()?.id
  const { id: caseId } = reviewCase
  const claim = heldClaim(reviewCase)
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID() as string)
  const [lost, setLost] = useState<LostMarks | null>(null)
  const [ended, setEnded] = useState<readonly ReviewItem[]>([])
  /** What the browser stores, as this tab knows it; null until it was read. */
  const known = useRef<string | null>(null)
  const channel = useRef<BroadcastChannel | null>(null)
  const store = (at: MarksPlace, marks: LastingMarks | null, ended: LostMarks | null = null) => {
    lastWrite = lastWrite.then(async () => {
      await (marks ? storeMarks(at, marks) : deleteMarks(at))
      channel.current?.postMessage({ place: at.place, lost: ended } satisfies MarksChange)
    })
  }

  const read = useEffectEvent(async (apply: VerdictDraftsState['restore']) => {
    if (reviewer === undefined) return
    const place = marksPlace(reviewer, caseId)
    await lastWrite
    const found = await readMarks<LastingMarks>(place)
    const standing = found ? marksStanding(found, reviewCase) : 'none'
    if (found && standing === 'over') {
      const gone = lostMarks(reviewCase, found.drafts, found.requestKey)
      store(place, null, gone)
      if (gone) setLost(gone)
      else setEnded(endedMarks(reviewCase, found.drafts))
    }
    if (found && standing === 'current') setRequestKey(found.requestKey)
    const current = found && standing === 'current' ? found.drafts : {}
    known.current = textOf(claim, current)
    apply(current)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each claim has marks of its own.
  useEffect(() => {
    if (reviewer === undefined) return
    void read(restore)
    const heard = new BroadcastChannel(CHANNEL)
    channel.current = heard
    heard.addEventListener('message', ({ data }: MessageEvent<MarksChange>) => {
      if (data.place !== marksPlace(reviewer, caseId).place) return
      if (data.lost) setLost(data.lost)
      void read(replace)
    })
    return () => {
      // A write that ends later has no tab of this place to tell.
      channel.current = null
      heard.close()
    }
  }, [reviewer, caseId, claim, restore, replace])

  const isEmpty = Object.keys(drafts).length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store only changes with the claim.
  useEffect(() => {
    if (reviewer === undefined || claim === null || known.current === null) return
    const text = textOf(claim, drafts)
    if (known.current === text) return
    known.current = text
    store(marksPlace(reviewer, caseId), isEmpty ? null : { claim, requestKey, drafts })
  }, [reviewer, caseId, claim, requestKey, drafts, isEmpty])

  const gone = lostMarks(reviewCase, drafts, requestKey)
  if (gone && !lost) setLost(gone)
  // The case is theirs again.
  if (lost && claim !== null && claim > lost.claim) setLost(null)
  const isOver = !isEmpty && (gone !== null || (!isOpen(reviewCase) && reviewCase.undoUntil === null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are over.
  useEffect(() => {
    if (!isOver) return
    replace({})
    setRequestKey(crypto.randomUUID())
    if (reviewer !== undefined) store(marksPlace(reviewer, caseId), null, gone)
  }, [isOver])
  // What was marked since then needs no word.
  return { lost, ended: ended.filter(({ item }) => drafts[item] === undefined) }
}

/** Writes follow one another, so that the last mark is the one that stays. */
let lastWrite: Promise<void> = Promise.resolve()

/**
 * Whether stored marks are valid: under the same claim, on what each line was about (`isOutdated`). They are over once
 * the case was decided, or someone has claimed it since; otherwise this page doesn't know of the claim yet.
 */
export function marksStanding(
  { claim }: Pick<LastingMarks, 'claim'>,
  reviewCase: ReviewCase,
): 'current' | 'over' | 'unknown' {
  if (!isOpen(reviewCase) || isHeldByOther(reviewCase)) return 'over'
  if (claim === heldClaim(reviewCase)) return 'current'
  return claim < (lastClaim(reviewCase)?.id ?? 0) ? 'over' : 'unknown'
}

/** Returns the lines that a reader had marked under a claim that ended before they claimed the case again. */
export function endedMarks(reviewCase: ReviewCase, stored: VerdictDrafts): ReviewItem[] {
  return heldClaim(reviewCase) === null ? [] : unsavedItems(reviewCase.items, stored)
}

/** Returns the claim by which the reader holds a case; null if they hold none. */
function heldClaim(reviewCase: ReviewCase): number | null {
  const { owner } = reviewCase
  return owner?.isYou && owner.until !== null ? (lastClaim(reviewCase)?.id ?? null) : null
}

function textOf(claim: number | null, drafts: VerdictDrafts): string {
  return JSON.stringify([claim, drafts])
}
