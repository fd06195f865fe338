import { type FaceBox, type FacePicture, lessMean, partLayer } from './face-picture.ts'
import {
  added,
  convolve,
  convolveSeparably,
  type Layer,
  type Model,
  mapLayer,
  poolMax,
  poolMean,
  rectified,
} from './network.ts'
import { CLEAR_SCORE, EDGES, findUpright, isSecond, type UprightFaces } from './selfie-faces.ts'

/** How alike two faces are; never a number, which would look like a measure of truth. */
export type Likeness = 'low' | 'middle' | 'high'

/** Limits on the distance between two templates: the model’s makers put 0.6 between two people. */
const HIGH_BELOW = 0.45
const LOW_FROM = 0.6

/** Search sizes; a portrait on a page is small. */
const PORTRAIT_EDGES = [224, 352, 512] as const

/** The models for a comparison: one finds faces, one finds eyes and mouth, one tells faces apart. */
export interface FaceModels {
  faces: Model
  marks: Model
  templates: Model
}

/**
 * Compares the one clear face of a selfie with the largest face of an ID document; null if either has none. The
 * templates are discarded here.
 */
export function compareFaces(
  models: FaceModels,
  selfie: FacePicture,
  document: FacePicture,
): Likeness | null {
  const own = findUpright(models.faces, selfie, EDGES)
  const printed = findUpright(models.faces, document, PORTRAIT_EDGES)
  if (own.faces.slice(1).some(isSecond)) return null
  const templates = [templateIn(models, own), templateIn(models, printed)]
  const [left, right] = templates
  return left && right ? likenessAt(distanceOf(left, right)) : null
}

/** Returns how alike two faces are whose templates lie this far apart. */
export function likenessAt(distance: number): Likeness {
  return distance < HIGH_BELOW ? 'high' : distance < LOW_FROM ? 'middle' : 'low'
}

function templateIn({ marks, templates }: FaceModels, { faces, picture }: UprightFaces): Float32Array | null {
  const [face] = faces
  if (!face || face.score < CLEAR_SCORE) return null
  return templateOf(templates, picture, findMarks(marks, picture, face))
}

const MEAN = [122.782, 117.001, 104.298] as const
const MARKS_EDGE = 112
const FACE_EDGE = 150

interface Point {
  x: number
  y: number
}

/** Returns the eyes and the mouth of a found face, in pixels of the picture, by face-api’s model of 68 landmarks. */
function findMarks(
  model: Model,
  picture: FacePicture,
  face: FaceBox,
): { left: Point; right: Point; mouth: Point } {
  let layer = lessMean(partLayer(picture, face, MARKS_EDGE), MEAN)
  for (const [index, name] of ['dense0', 'dense1', 'dense2', 'dense3'].entries()) {
    const down =
      index === 0
        ? convolve(layer, model(`${name}/conv0/filters`), model(`${name}/conv0/bias`), { stride: 2 })
        : convolveSeparably(layer, model, `${name}/conv0`, 2)
    const first = rectified(down)
    const second = convolveSeparably(first, model, `${name}/conv1`)
    const third = convolveSeparably(rectified(added(first, second)), model, `${name}/conv2`)
    const fourth = convolveSeparably(rectified(added(first, second, third)), model, `${name}/conv3`)
    layer = rectified(added(first, second, third, fourth))
  }
  const marks = fullyConnected(poolMean(layer, 7, 2), model('fc/weights').values, model('fc/bias').values)
  const edge = Math.max(face.width, face.height)
  const middle = (from: number, to: number): Point => {
    const points = Array.from({ length: to - from }, (_, index) => from + index)
    const mean = (offset: number) =>
      points.reduce((sum, point) => sum + (marks[point * 2 + offset] ?? 0), 0) / points.length
    return {
      x: face.left + face.width / 2 + (mean(0) - 0.5) * edge,
      y: face.top + face.height / 2 + (mean(1) - 0.5) * edge,
    }
  }
  return { left: middle(36, 42), right: middle(42, 48), mouth: middle(48, 68) }
}

/**
 * Returns a face as 128 numbers from face-api’s recognition model: a template, which is compared and discarded. The
 * face is first turned upright by its eyes.
 */
function templateOf(
  model: Model,
  picture: FacePicture,
  { left, right, mouth }: ReturnType<typeof findMarks>,
): Float32Array {
  const to = (eye: Point) => Math.hypot(mouth.x - eye.x, mouth.y - eye.y)
  const size = (to(left) + to(right)) / 2 / 0.45
  const middle = { x: (left.x + right.x + mouth.x) / 3, y: (left.y + right.y + mouth.y) / 3 }
  const angle = Math.atan2(right.y - left.y, right.x - left.x)
  // The centre of eyes and mouth is slightly above that of the face.
  const below = { x: -Math.sin(angle) * size * 0.07, y: Math.cos(angle) * size * 0.07 }
  const box = {
    left: middle.x + below.x - size / 2,
    top: middle.y + below.y - size / 2,
    width: size,
    height: size,
  }
  let layer = lessMean(partLayer(picture, box, FACE_EDGE, angle), MEAN)
  layer = poolMax(
    rectified(scaled(layer, model, 'conv32_down', { stride: 2, padding: 'valid' })),
    3,
    2,
    'valid',
  )
  for (const name of ['conv32_1', 'conv32_2', 'conv32_3']) layer = residual(layer, model, name)
  layer = residualDown(layer, model, 'conv64_down')
  for (const name of ['conv64_1', 'conv64_2', 'conv64_3']) layer = residual(layer, model, name)
  layer = residualDown(layer, model, 'conv128_down')
  for (const name of ['conv128_1', 'conv128_2']) layer = residual(layer, model, name)
  layer = residualDown(layer, model, 'conv256_down')
  for (const name of ['conv256_1', 'conv256_2']) layer = residual(layer, model, name)
  layer = residualDown(layer, model, 'conv256_down_out')
  const { values } = model('fc')
  return fullyConnected(meanOfAll(layer), values, new Float32Array(128))
}

/** Returns the distance between two templates: mostly under 0.6 for the same person. */
function distanceOf(left: Float32Array, right: Float32Array): number {
  return Math.sqrt(left.reduce((sum, value, index) => sum + (value - (right[index] ?? 0)) ** 2, 0))
}

function scaled(
  input: Layer,
  model: Model,
  name: string,
  options: Parameters<typeof convolve>[3] = {},
): Layer {
  const layer = convolve(input, model(`${name}/conv/filters`), model(`${name}/conv/bias`), options)
  const [weights, biases] = [model(`${name}/scale/weights`).values, model(`${name}/scale/biases`).values]
  return mapLayer(
    layer,
    (value, channel) => value * (weights[channel] as number) + (biases[channel] as number),
  )
}

function residual(input: Layer, model: Model, name: string): Layer {
  const inner = rectified(scaled(input, model, `${name}/conv1`))
  return rectified(added(scaled(inner, model, `${name}/conv2`), input))
}

function residualDown(input: Layer, model: Model, name: string): Layer {
  const inner = rectified(scaled(input, model, `${name}/conv1`, { stride: 2, padding: 'valid' }))
  return rectified(added(scaled(inner, model, `${name}/conv2`), poolMean(input, 2, 2)))
}

function meanOfAll({ values, channels, width, height }: Layer): Layer {
  const means = new Float32Array(channels)
  for (const [at, value] of values.entries())
    means[at % channels] = (means[at % channels] as number) + value / (width * height)
  return { values: means, width: 1, height: 1, channels }
}

function fullyConnected({ values }: Layer, weights: Float32Array, bias: Float32Array): Float32Array {
  const result = Float32Array.from(bias)
  for (const [k, value] of values.entries())
    for (let out = 0; out < result.length; out++)
      result[out] = (result[out] as number) + value * (weights[k * result.length + out] as number)
  return result
}
