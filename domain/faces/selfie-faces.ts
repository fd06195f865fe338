import type { FacePicture } from './face-picture.ts'
import { type FoundFace, findFaces, overlapOf } from './find-faces.ts'
import type { Model } from './network.ts'

/** What was found on a selfie. */
export interface SelfieFaces {
  count: number
  /** How wide the largest face is, as a share of the picture’s shorter side, and how sure it is one, of one; null without a face. */
  largest: { width: number; score: number } | null
  /** By how many degrees the picture was turned until a face was found. */
  turned: 0 | 90 | 180 | 270
}

/** Near faces are found best in a small square, those far away in a large one. */
export const EDGES = [160, 224, 352] as const
/** Below this it is no face; a second one is counted only where it is surer, because a shadow or a print looks like a poor one. */
const LEAST_SCORE = 0.35
const LEAST_SECOND = 0.6
/** A face that is surer than this is clear. */
export const CLEAR_SCORE = 0.5

/** Counts the faces of a picture. Where none is clear, it is turned, and counts as it shows the clearest one. */
export function countFaces(model: Model, picture: FacePicture): SelfieFaces {
  const { faces, turned } = findUpright(model, picture, EDGES)
  const [first, ...others] = faces
  if (!first) return { count: 0, largest: null, turned: 0 }
  const width = first.width / Math.min(picture.width, picture.height)
  return { count: 1 + others.filter(isSecond).length, largest: { width, score: first.score }, turned }
}

/** How many faces a picture that stands upright has, found in squares of these sizes. */
export function countUpright(model: Model, picture: FacePicture, edges: readonly number[]): number {
  const [first, ...others] = facesOf(model, picture, edges)
  return first ? 1 + others.filter(isSecond).length : 0
}

/** Whether a face beside the largest is one. */
export function isSecond({ score }: FoundFace): boolean {
  return score >= LEAST_SECOND
}

/** The faces of a picture, the largest first, in the picture as it was turned to find them. */
export interface UprightFaces {
  faces: FoundFace[]
  picture: FacePicture
  turned: SelfieFaces['turned']
}

/** Finds faces in squares of these sizes. Where none is clear, the picture is turned until one is. */
export function findUpright(model: Model, picture: FacePicture, edges: readonly number[]): UprightFaces {
  const upright = { faces: facesOf(model, picture, edges), picture, turned: 0 } as const
  if (scoreOf(upright) >= CLEAR_SCORE) return upright
  const others = ([90, 180, 270] as const).map((turned) => {
    const shown = turnedBy(picture, turned)
    return { faces: facesOf(model, shown, edges), picture: shown, turned }
  })
  return others.reduce<UprightFaces>(
    (best, each) => (scoreOf(each) >= Math.max(CLEAR_SCORE, scoreOf(best)) ? each : best),
    upright,
  )
}

/** How sure the largest face is one. */
function scoreOf({ faces }: Pick<UprightFaces, 'faces'>): number {
  return faces[0]?.score ?? 0
}

/** The faces of a picture as it is, the largest first, found at each size and counted once. */
function facesOf(model: Model, picture: FacePicture, edges: readonly number[]): FoundFace[] {
  const found = edges.flatMap((edge) => findFaces(model, picture, edge, LEAST_SCORE))
  const kept: FoundFace[] = []
  for (const face of found.toSorted((a, b) => b.score - a.score))
    if (!kept.some((other) => isSame(face, other))) kept.push(face)
  return kept.toSorted((a, b) => b.width * b.height - a.width * a.height)
}

/** At different sizes one face has boxes of different sizes, of which the smaller lies in the larger. */
function isSame(a: FoundFace, b: FoundFace): boolean {
  return overlapOf(a, b) > 0.2 || isWithin(a, b) || isWithin(b, a)
}

function isWithin(inner: FoundFace, outer: FoundFace): boolean {
  const [x, y] = [inner.left + inner.width / 2, inner.top + inner.height / 2]
  return x > outer.left && x < outer.left + outer.width && y > outer.top && y < outer.top + outer.height
}

function turnedBy(picture: FacePicture, degrees: SelfieFaces['turned']): FacePicture {
  if (degrees === 0) return picture
  const { pixels, width, height, channels } = picture
  const isSideways = degrees !== 180
  const [across, down] = isSideways ? [height, width] : [width, height]
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const [fromX, fromY] =
        degrees === 90
          ? [y, height - 1 - x]
          : degrees === 270
            ? [width - 1 - y, x]
            : [width - 1 - x, height - 1 - y]
      const from = (fromY * width + fromX) * channels
      turned.set(pixels.subarray(from, from + channels), (y * across + x) * channels)
    }
  return { pixels: turned, width: across, height: down, channels }
}
