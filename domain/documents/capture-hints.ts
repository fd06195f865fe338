import {
  DOC_TYPE_LABELS,
  type DocType,
  type DocumentSlot,
  documentType,
  SLOT_NOUNS,
} from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import type { PageOutline } from './page-outline.ts'
import type { PictureJudgement } from './picture-quality.ts'
import type { Box } from './sharpness.ts'

/** Hints from the camera, one at a time. */
export type CaptureHint =
  | 'too_dark'
  | 'move_closer'
  | 'fit_page'
  | 'glare'
  | 'blurred'
  | 'hold_level'
  | 'one_face'
  | 'fit_face'
  | 'face_closer'
  | 'look_ahead'
  | 'hold_still'

interface HintText {
  hint: string
  more: string
}

const HINT_TEXT: Readonly<Record<CaptureHint, HintText>> = {
  too_dark: { hint: 'Too dark', more: 'Turn on a light, or move to a window.' },
  move_closer: { hint: 'Move closer', more: 'Fill the frame with the document.' },
  fit_page: { hint: 'Fit the whole page', more: 'All four corners have to be inside the frame.' },
  glare: { hint: 'Glare', more: 'Tilt the document, or move it away from the lamp.' },
  blurred: { hint: 'Blurred', more: 'Hold the camera still and let it focus.' },
  hold_level: { hint: 'Hold it level', more: 'Line the edges up with the frame.' },
  one_face: { hint: 'One face only', more: 'Only you should be in the picture.' },
  fit_face: { hint: 'Fit your face in the oval', more: 'Hold the camera at eye level.' },
  face_closer: { hint: 'Move closer', more: 'Fill the oval with your face.' },
  look_ahead: { hint: 'Look straight ahead', more: 'Nothing over your face.' },
  hold_still: { hint: 'Hold still', more: 'We take the photo for you.' },
}

/** Returns what a hint says about this document. */
export function hintText(hint: CaptureHint, slot: DocumentSlot, docType: DocType | null): HintText {
  if (hint !== 'move_closer') return HINT_TEXT[hint]
  return { ...HINT_TEXT[hint], more: `Fill the frame with ${namedInHint(slot, docType)}.` }
}

/** Returns what to photograph, as the camera calls it. */
export function namedInHint(slot: DocumentSlot, docType: DocType | null): string {
  const { group } = documentType(slot)
  if (group === 'selfie') return 'your face'
  if (group !== 'id') return `your ${SLOT_NOUNS[slot]}`
  if (docType === 'passport') return 'the photo page of your passport'
  const card = docType ? DOC_TYPE_LABELS[docType].toLowerCase() : 'ID card'
  return `the ${slot === 'id-back' ? 'back' : 'front'} of your ${card}`
}

/** Whether a hint says that all is well: nothing does before a face was looked for. */
export function isGoodHint(hint: CaptureHint): boolean {
  return hint === 'hold_still'
}

export const HINT_OF: Readonly<Record<PictureProblem, CaptureHint>> = {
  too_dark: 'too_dark',
  no_face: 'fit_face',
  several_faces: 'one_face',
  too_far: 'move_closer',
  too_small: 'move_closer',
  cut_off: 'fit_page',
  glare: 'glare',
  blurred: 'blurred',
  tilted: 'hold_level',
}

/** A page that covers less than this fraction of the drawn frame would get fewer pixels than the camera can give it. */
const LEAST_OF_FRAME = 0.3
/** How far outside a corner may be, as a fraction of the frame: outlines jitter, and the frame has a line width. */
const MOST_OUTSIDE = 0.03
/** A face narrower than this fraction of the oval is too far away to compare well. */
const LEAST_OF_OVAL = 0.4
/** How far the middle of a face may be from the oval's, as a fraction of the way to its edge. */
const MOST_OFF_CENTRE = 0.5
/** How far outside a face may reach, as a fraction of the oval's box: its own box has the ears and some air around. */
const MOST_OUTSIDE_OVAL = 0.25

export interface SeenFrame {
  judgement: Pick<PictureJudgement, 'problems' | 'page'>
  /** The frame drawn for the document, in pixels of the picture. */
  frame: Box
  /** How many faces were found; null if faces are not detected. */
  faces: number | null
  /** The largest face, in pixels of the picture. */
  face: Box | null
}

/** Returns the most useful hint for what the camera sees; `hold_still` or `look_ahead` if nothing is wrong. */
export function hintFor(slot: DocumentSlot, { judgement, frame, faces, face }: SeenFrame): CaptureHint {
  const [problem] = judgement.problems
  if (problem === 'too_dark') return 'too_dark'
  if (documentType(slot).group === 'selfie') {
    if (faces === 0) return 'fit_face'
    if (faces !== null && faces > 1) return 'one_face'
    if (face && !isInOval(face, frame)) return 'fit_face'
    if (face && width(face) < width(frame) * LEAST_OF_OVAL) return 'face_closer'
    if (problem === 'blurred') return 'blurred'
    // If faces are not detected, nothing is said about them and no photo is taken automatically.
    return faces === 1 ? 'hold_still' : 'look_ahead'
  }
  const { page } = judgement
  if (!page) return 'fit_page'
  if (problem === 'too_far' || areaOf(page) < LEAST_OF_FRAME * width(frame) * height(frame))
    return 'move_closer'
  if (!isWithin(page, frame, MOST_OUTSIDE)) return 'fit_page'
  return problem ? HINT_OF[problem] : 'hold_still'
}

const width = ({ left, right }: Box) => right - left
const height = ({ top, bottom }: Box) => bottom - top

function isWithin(corners: Corners, frame: Box, mostOutside: number): boolean {
  const [across, down] = [width(frame) * mostOutside, height(frame) * mostOutside]
  return [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft].every(
    ({ x, y }) =>
      x >= frame.left - across &&
      x <= frame.right + across &&
      y >= frame.top - down &&
      y <= frame.bottom + down,
  )
}

/** Whether a face is in the middle of the oval that fills the frame, and not too large for it. */
function isInOval(face: Box, frame: Box): boolean {
  const across = (face.left + face.right - frame.left - frame.right) / width(frame)
  const down = (face.top + face.bottom - frame.top - frame.bottom) / height(frame)
  return Math.hypot(across, down) <= MOST_OFF_CENTRE && isWithin(cornersOf(face), frame, MOST_OUTSIDE_OVAL)
}

function areaOf({ topLeft, topRight, bottomRight, bottomLeft }: PageOutline): number {
  const [down, across] = [
    { x: bottomRight.x - topLeft.x, y: bottomRight.y - topLeft.y },
    { x: topRight.x - bottomLeft.x, y: topRight.y - bottomLeft.y },
  ]
  return Math.abs(down.x * across.y - down.y * across.x) / 2
}

/** A hint stays at least this long, so that it can be read (documents, Taking the picture). */
export const LEAST_SHOWN_MS = 800
/** Minimum time between spoken hints, unless the photo is about to be taken. */
export const LEAST_BETWEEN_SPOKEN_MS = 2000
/** How long everything has to be fine before the photo is taken. */
export const HOLD_STILL_MS = 800

export interface Guidance {
  hint: CaptureHint
  since: number
  /** Since when all is well and nothing moves; null while it is not. */
  stillSince: number | null
  spoken: CaptureHint
  spokenAt: number
  place: Corners | null
}

type Corners = Omit<PageOutline, 'openSides'>

/** Returns where the page or the face is in a frame. */
export function placeOf({ judgement, face }: Pick<SeenFrame, 'judgement' | 'face'>): Corners | null {
  return face ? cornersOf(face) : judgement.page
}

function cornersOf({ left, top, right, bottom }: Box): Corners {
  return {
    topLeft: { x: left, y: top },
    topRight: { x: right, y: top },
    bottomRight: { x: right, y: bottom },
    bottomLeft: { x: left, y: bottom },
  }
}

/** Returns what to show and speak after another frame, and whether the hold-still time is over. */
export function nextGuidance(
  last: Guidance | null,
  wanted: CaptureHint,
  place: Corners | null,
  width: number,
  now: number,
): Guidance & { isDue: boolean } {
  const mayChange = last === null || now - last.since >= LEAST_SHOWN_MS
  const isSame = last?.hint === wanted
  const hint = isSame || mayChange ? wanted : last.hint
  const since = last !== null && hint === last.hint ? last.since : now
  // Nothing is taken before its hint was there to be read and heard.
  const isWell = hint === 'hold_still' && isSame && isStill(last.place, place, width)
  const stillSince = isWell ? (last.stillSince ?? now) : null
  const maySpeak =
    last === null ||
    (hint !== last.spoken && (hint === 'hold_still' || now - last.spokenAt >= LEAST_BETWEEN_SPOKEN_MS))
  const { spoken, spokenAt } = last !== null && !maySpeak ? last : { spoken: hint, spokenAt: now }
  const isDue = stillSince !== null && now - stillSince >= HOLD_STILL_MS
  return { hint, since, stillSince, spoken, spokenAt, place, isDue }
}

/** Fraction of the picture's width; smaller movements are a hand's tremor. */
const MOST_MOVED = 0.02

function isStill(last: Corners | null, place: Corners | null, width: number): boolean {
  if (!last || !place) return false
  return (['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const).every(
    (corner) =>
      Math.hypot(last[corner].x - place[corner].x, last[corner].y - place[corner].y) < width * MOST_MOVED,
  )
}
