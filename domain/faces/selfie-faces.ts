import { type FaceBox, type FacePicture, lessMean, squareLayer } from './face-picture.ts'
import { convolve, convolveSeparably, type Layer, leaky, type Model, poolMax } from './network.ts'

/** What was found on a selfie. */
export interface SelfieFaces {
  count: number
  /**
   * The largest face's width as a fraction of the picture’s shorter side, and its score from 0 to 1; null without a
   * face.
   */
  largest: { width: number; score: number } | null
  /** Degrees by which the picture was turned until a face was found. */
  turned: 0 | 90 | 180 | 270
}

/** Near faces are found best in a small square, distant ones in a large one. */
export const EDGES = [160, 224, 352] as const
/**
 * Below this it is not a face; a second one needs a higher score, because a shadow or a print looks like a poor face.
 */
const LEAST_SCORE = 0.35
const LEAST_SECOND = 0.6
/** A face with a higher score is clear. */
export const CLEAR_SCORE = 0.5

/**
 * Counts the faces in a picture. If none is clear, the picture is turned, and the rotation with the clearest face
 * counts.
 */
export function countFaces(model: Model, picture: FacePicture): SelfieFaces {
  const { faces, turned } = findUpright(model, picture, EDGES)
  const [first, ...others] = faces
  if (!first) return { count: 0, largest: null, turned: 0 }
  const width = first.width / Math.min(picture.width, picture.height)
  return { count: 1 + others.filter(isSecond).length, largest: { width, score: first.score }, turned }
}

/** Returns how many faces an upright picture has, searched in squares of these sizes, and where the largest is. */
export function facesUpright(
  model: Model,
  picture: FacePicture,
  edges: readonly number[],
): { count: number; largest: FaceBox | null } {
  const [first, ...others] = facesOf(model, picture, edges)
  return first ? { count: 1 + others.filter(isSecond).length, largest: first } : { count: 0, largest: null }
}

/** Whether a face other than the largest counts. */
export function isSecond({ score }: FoundFace): boolean {
  return score >= LEAST_SECOND
}

/** The faces in a picture, the largest first, and the picture as it was turned to find them. */
export interface UprightFaces {
  faces: FoundFace[]
  picture: FacePicture
  turned: SelfieFaces['turned']
}

/** Finds faces in squares of these sizes. If none is clear, the picture is turned until one is. */
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

/** Returns the score of the largest face. */
function scoreOf({ faces }: Pick<UprightFaces, 'faces'>): number {
  return faces[0]?.score ?? 0
}

/** Returns the faces in the picture as it is, the largest first, found at each size and counted once. */
function facesOf(model: Model, picture: FacePicture, edges: readonly number[]): FoundFace[] {
  const found = edges.flatMap((edge) => findFaces(model, picture, edge, LEAST_SCORE))
  const kept: FoundFace[] = []
  for (const face of found.toSorted((a, b) => b.score - a.score))
    if (!kept.some((other) => isSame(face, other))) kept.push(face)
  return kept.toSorted((a, b) => b.width * b.height - a.width * a.height)
}

/** One face has boxes of different sizes at different scales; the smaller one is inside the larger. */
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

/** A found face, in pixels of the picture, with its score from 0 to 1. */
interface FoundFace extends FaceBox {
  score: number
}

/** The anchor shapes of face-api's tiny face detector, in cells. */
const SHAPES = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const
/** What is left of a negative value between two layers. */
const LEAK = 0.1
const MEAN = [117.001, 114.697, 97.404] as const
/** Two boxes that overlap by more than this are the same face. */
const MOST_OVERLAP = 0.4

/**
 * Finds faces with face-api's tiny face detector, in a square of `edge` pixels: faces under a tenth of it are missed,
 * and doubling it takes four times as long.
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
  let layer = poolMax(leaky(first, LEAK), 2, 2, 'same')
  for (const name of ['conv1', 'conv2', 'conv3', 'conv4'])
    layer = poolMax(leaky(convolveSeparably(layer, model, name), LEAK), 2, 2, 'same')
  layer = poolMax(leaky(convolveSeparably(layer, model, 'conv5'), LEAK), 2, 1, 'same')
  return convolve(layer, model('conv8/filters'), model('conv8/bias'), { padding: 'valid' })
}

function likelihood(value = 0): number {
  return 1 / (1 + Math.exp(-value))
}

/** Returns each face once, the highest score first. */
function onceEach(found: readonly FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = []
  for (const face of found.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => overlapOf(face, other) <= MOST_OVERLAP)) kept.push(face)
  return kept
}

/** Returns the intersection of two boxes as a fraction of their union. */
function overlapOf(a: FaceBox, b: FaceBox): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (a.width * a.height + b.width * b.height - both)
}
