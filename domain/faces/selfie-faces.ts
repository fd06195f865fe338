import { type FaceBox, type FacePicture, lessMean, squareLayer } from './face-picture.ts'
import { convolve, convolveSeparably, type Layer, type Model, mapLayer, poolMax } from './network.ts'

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

/** How many faces a picture that stands upright has, found in squares of these sizes, and where the largest is. */
export function facesUpright(
  model: Model,
  picture: FacePicture,
  edges: readonly number[],
): { count: number; largest: FaceBox | null } {
  const [first, ...others] = facesOf(model, picture, edges)
  return first ? { count: 1 + others.filter(isSecond).length, largest: first } : { count: 0, largest: null }
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

/** A face as it was found, in pixels of the picture, and how sure that is, of one. */
interface FoundFace extends FaceBox {
  score: number
}

/** Of the tiny face detector of face-api: the shapes of faces that it measures others by, in cells. */
const SHAPES = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const
const MEAN = [117.001, 114.697, 97.404] as const
/** Of two that overlap by more than this, one face was seen twice. */
const MOST_OVERLAP = 0.4

/**
 * Finds faces by the tiny face detector of face-api, in a square of `edge` pixels: faces of less than a tenth of it are missed, and
 * it takes four times as long where it is twice as large.
 */
export function findFaces(model: Model, picture: FacePicture, edge: number, leastScore: number): FoundFace[] {
  const output = runDetector(model, lessMean(squareLayer(picture, edge), MEAN))
  const longer = Math.max(picture.width, picture.height)
  const found: FoundFace[] = []
  for (let cell = 0; cell < output.width * output.height; cell++)
    for (const [index, [width, height]] of SHAPES.entries()) {
      const at = cell * output.channels + index * 5
      const score = likelihood(output.values[at + 4])
      if (score < leastScore) continue
      const scale = longer / output.width
      const x = ((cell % output.width) + likelihood(output.values[at])) * scale
      const y = (Math.floor(cell / output.width) + likelihood(output.values[at + 1])) * scale
      const wide = Math.exp(output.values[at + 2] ?? 0) * width * scale
      const high = Math.exp(output.values[at + 3] ?? 0) * height * scale
      found.push({ score, left: x - wide / 2, top: y - high / 2, width: wide, height: high })
    }
  return onceEach(found)
}

function runDetector(model: Model, input: Layer): Layer {
  const first = convolve(input, model('conv0/filters'), model('conv0/bias'), { padding: 'valid' })
  let layer = poolMax(leaky(first), 2, 2, 'same')
  for (const name of ['conv1', 'conv2', 'conv3', 'conv4'])
    layer = poolMax(leaky(convolveSeparably(layer, model, name)), 2, 2, 'same')
  layer = poolMax(leaky(convolveSeparably(layer, model, 'conv5')), 2, 1, 'same')
  return convolve(layer, model('conv8/filters'), model('conv8/bias'), { padding: 'valid' })
}

function leaky(layer: Layer): Layer {
  return mapLayer(layer, (value) => (value > 0 ? value : value * 0.1))
}

function likelihood(value = 0): number {
  return 1 / (1 + Math.exp(-value))
}

/** The surest first, and each face once. */
function onceEach(found: readonly FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = []
  for (const face of found.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => overlapOf(face, other) <= MOST_OVERLAP)) kept.push(face)
  return kept
}

/** The share of what two boxes cover that both cover. */
function overlapOf(a: FaceBox, b: FaceBox): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (a.width * a.height + b.width * b.height - both)
}
