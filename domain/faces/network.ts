/** A layer's input and output: row by row, all channels of a position together. */
export interface Layer {
  values: Float32Array
  width: number
  height: number
  channels: number
}

/** Learnt numbers, in the shape of their layer. */
export interface Weights {
  values: Float32Array
  shape: readonly number[]
}

/**
 * A model: its weights by name. Throws if one is missing, so that a truncated file does not pass for a model that sees
 * nothing.
 */
export type Model = (name: string) => Weights

type Padding = 'same' | 'valid'
interface Windows {
  size: number
  stride: number
  across: number
  down: number
  /** How many positions outside the input the first window starts. */
  left: number
  top: number
}

/** Replaces each position by the weighted sum of its neighbourhood, per output channel, plus a bias. */
export function convolve(
  input: Layer,
  filters: Weights,
  bias: Weights,
  { stride = 1, padding = 'same' as Padding } = {},
): Layer {
  const [size = 1, , , outputs = 1] = filters.shape
  const { channels } = input
  const windows = windowsOf(input, size, stride, padding)
  const { across, down, left, top } = windows
  const values = new Float32Array(across * down * outputs)
  const isPointwise = size === 1 && stride === 1
  const patch = isPointwise ? input.values : new Float32Array(size * size * channels)
  const sum = { patch, length: size * size * channels, weights: filters.values, bias: bias.values, outputs }
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      if (!isPointwise) fillPatch(patch, input, size, x * stride - left, y * stride - top)
      addWeighted(values, (y * across + x) * outputs, sum, isPointwise ? (y * input.width + x) * channels : 0)
    }
  return { values, width: across, height: down, channels: outputs }
}

interface WeightedSum {
  patch: Float32Array
  length: number
  weights: Float32Array
  bias: Float32Array
  outputs: number
}

/**
 * Adds up all rows of weights, each times its value in the patch, which starts at `from`. Four outputs at a time, which
 * stay in the processor meanwhile: most of the time is spent here.
 */
function addWeighted(
  to: Float32Array,
  at: number,
  { patch, length, weights, bias, outputs }: WeightedSum,
  from: number,
): void {
  const whole = outputs - (outputs % 4)
  for (let out = 0; out < whole; out += 4) {
    let a = bias[out] as number
    let b = bias[out + 1] as number
    let c = bias[out + 2] as number
    let d = bias[out + 3] as number
    for (let k = 0, w = out; k < length; k++, w += outputs) {
      const value = patch[from + k] as number
      a += value * (weights[w] as number)
      b += value * (weights[w + 1] as number)
      c += value * (weights[w + 2] as number)
      d += value * (weights[w + 3] as number)
    }
    to[at + out] = a
    to[at + out + 1] = b
    to[at + out + 2] = c
    to[at + out + 3] = d
  }
  for (let out = whole; out < outputs; out++) {
    let sum = bias[out] as number
    for (let k = 0; k < length; k++)
      sum += (patch[from + k] as number) * (weights[k * outputs + out] as number)
    to[at + out] = sum
  }
}

/** Copies value by value, because a row is short and a call for each would take longer. */
function fillPatch(patch: Float32Array, input: Layer, size: number, left: number, top: number): void {
  const { channels, width, height, values } = input
  const row = size * channels
  for (let down = 0; down < size; down++) {
    const y = top + down
    const to = down * row
    if (y < 0 || y >= height) patch.fill(0, to, to + row)
    else if (left >= 0 && left + size <= width) {
      const from = (y * width + left) * channels
      for (let at = 0; at < row; at++) patch[to + at] = values[from + at] as number
    } else
      for (let across = 0; across < size; across++) {
        const x = left + across
        const from = (y * width + x) * channels
        if (x < 0 || x >= width) patch.fill(0, to + across * channels, to + (across + 1) * channels)
        else patch.set(values.subarray(from, from + channels), to + across * channels)
      }
  }
}

/** The same in two steps: each channel by its neighbourhood alone, then each position across its channels. */
export function convolveSeparably(input: Layer, model: Model, name: string, stride = 1): Layer {
  const each = convolveEach(input, model(`${name}/depthwise_filter`), stride)
  return convolve(each, model(`${name}/pointwise_filter`), model(`${name}/bias`))
}

function convolveEach(input: Layer, { values: weights, shape: [size = 1] }: Weights, stride: number): Layer {
  const { channels, width, height, values: given } = input
  const { across, down, left, top } = windowsOf(input, size, stride, 'same')
  const values = new Float32Array(across * down * channels)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const to = (y * across + x) * channels
      for (let part = 0; part < size * size; part++) {
        const fromX = x * stride - left + (part % size)
        const fromY = y * stride - top + Math.floor(part / size)
        if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue
        const from = (fromY * width + fromX) * channels
        const weight = part * channels
        for (let channel = 0; channel < channels; channel++)
          values[to + channel] =
            (values[to + channel] as number) +
            (given[from + channel] as number) * (weights[weight + channel] as number)
      }
    }
  return { values, width: across, height: down, channels }
}

/** Returns the largest value of each neighbourhood, per channel. */
export function poolMax(input: Layer, size: number, stride: number, padding: Padding): Layer {
  return pool(input, windowsOf(input, size, stride, padding), Number.NEGATIVE_INFINITY, takeLargest)
}

/** Returns the mean of each neighbourhood that fits inside, per channel. */
export function poolMean(input: Layer, size: number, stride: number): Layer {
  const sums = pool(input, windowsOf(input, size, stride, 'valid'), 0, addUp)
  return mapLayer(sums, (value) => value / (size * size))
}

/** Joins the channels of one position to those of its window. A call for each value would take most of the time. */
type Join = (to: Float32Array, at: number, from: Float32Array, start: number, channels: number) => void

const takeLargest: Join = (to, at, from, start, channels) => {
  for (let channel = 0; channel < channels; channel++) {
    const value = from[start + channel] as number
    if (value > (to[at + channel] as number)) to[at + channel] = value
  }
}

const addUp: Join = (to, at, from, start, channels) => {
  for (let channel = 0; channel < channels; channel++)
    to[at + channel] = (to[at + channel] as number) + (from[start + channel] as number)
}

function pool(
  input: Layer,
  { size, stride, across, down, left, top }: Windows,
  start: number,
  join: Join,
): Layer {
  const { channels, width, height } = input
  const values = new Float32Array(across * down * channels).fill(start)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++)
      for (let part = 0; part < size * size; part++) {
        const fromX = x * stride - left + (part % size)
        const fromY = y * stride - top + Math.floor(part / size)
        if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue
        join(values, (y * across + x) * channels, input.values, (fromY * width + fromX) * channels, channels)
      }
  return { values, width: across, height: down, channels }
}

/** Returns a layer of the same size with each value changed on its own. */
export function mapLayer(input: Layer, change: (value: number, channel: number) => number): Layer {
  const { channels } = input
  return { ...input, values: input.values.map((value, at) => change(value, at % channels)) }
}

/** Sets negative values to zero. */
export function rectified(input: Layer): Layer {
  return leaky(input, 0)
}

/** Multiplies negative values by a share, which has to be below 1. */
export function leaky(input: Layer, share: number): Layer {
  const values = new Float32Array(input.values.length)
  for (let at = 0; at < values.length; at++) {
    const value = input.values[at] as number
    values[at] = value > 0 ? value : value * share
  }
  return { ...input, values }
}

/** Adds layers position by position. A smaller layer, or one with fewer channels, counts as zero there. */
export function added(first: Layer, ...others: readonly Layer[]): Layer {
  const all = [first, ...others]
  const most = (key: 'width' | 'height' | 'channels') => Math.max(...all.map((layer) => layer[key]))
  const [width, height, channels] = [most('width'), most('height'), most('channels')]
  const values = new Float32Array(width * height * channels)
  for (const layer of all)
    for (let y = 0; y < layer.height; y++)
      for (let x = 0; x < layer.width; x++)
        for (let channel = 0; channel < layer.channels; channel++) {
          const to = (y * width + x) * channels + channel
          const from = (y * layer.width + x) * layer.channels + channel
          values[to] = (values[to] as number) + (layer.values[from] as number)
        }
  return { values, width, height, channels }
}

function windowsOf({ width, height }: Layer, size: number, stride: number, padding: Padding): Windows {
  if (padding === 'valid') {
    const placesOf = (length: number) => Math.floor((length - size) / stride) + 1
    return { size, stride, across: placesOf(width), down: placesOf(height), left: 0, top: 0 }
  }
  const placesOf = (length: number) => Math.ceil(length / stride)
  const before = (length: number) =>
    Math.floor(Math.max(0, (placesOf(length) - 1) * stride + size - length) / 2)
  return {
    size,
    stride,
    across: placesOf(width),
    down: placesOf(height),
    left: before(width),
    top: before(height),
  }
}
