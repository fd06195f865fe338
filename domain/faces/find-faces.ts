import { type FaceBox, type FacePicture, lessMean, squareLayer } from './face-picture.ts'
import { convolve, convolveSeparably, type Layer, type Model, mapLayer, poolMax } from './network.ts'

/** A face as it was found, in pixels of the picture, and how sure that is, of one. */
export interface FoundFace extends FaceBox {
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
export function overlapOf(a: FaceBox, b: FaceBox): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (a.width * a.height + b.width * b.height - both)
}
