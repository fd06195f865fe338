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
  const patch = new Float32Array(size * size * channels)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      if (size === 1 && stride === 1) {
        const from = (y * input.width + x) * channels
        patch.set(input.values.subarray(from, from + channels))
      } else fillPatch(patch, input, size, x * stride - left, y * stride - top)
      addWeighted(values, (y * across + x) * outputs, patch, filters.values, bias.values, outputs)
    }
  return { values, width: across, height: down, channels: outputs }
}

/**
 * Adds up all rows of weights, each times its value in the patch. Four at a time, because most of the time is spent
 * here.
 */
function addWeighted(
  to: Float32Array,
  at: number,
  patch: Float32Array,
  weights: Float32Array,
  bias: Float32Array,
  outputs: number,
): void {
  for (let out = 0; out < outputs; out++) to[at + out] = bias[out] as number
  const whole = patch.length - (patch.length % 4)
  for (let k = 0; k < whole; k += 4) {
    const a = patch[k] as number
    const b = patch[k + 1] as number
    const c = patch[k + 2] as number
    const d = patch[k + 3] as number
    // Half of a rectified layer is zero.
    if (a === 0 && b === 0 && c === 0 && d === 0) continue
    let w = k * outputs
    for (let out = at; out < at + outputs; out++, w++)
      to[out] =
        (to[out] as number) +
        a * (weights[w] as number) +
        b * (weights[w + outputs] as number) +
        c * (weights[w + 2 * outputs] as number) +
        d * (weights[w + 3 * outputs] as number)
  }
  for (let k = whole; k < patch.length; k++) {
    const a = patch[k] as number
    for (let out = 0; out < outputs; out++)
      to[at + out] = (to[at + out] as number) + a * (weights[k * outputs + out] as number)
  }
}

function fillPatch(patch: Float32Array, input: Layer, size: number, left: number, top: number): void {
  const { channels, width, height, values } = input
  const row = size * channels
  for (let down = 0; down < size; down++) {
    const y = top + down
    const to = down * row
    if (y < 0 || y >= height) patch.fill(0, to, to + row)
    else if (left >= 0 && left + size <= width) {
      const from = (y * width + left) * channels
      patch.set(values.subarray(from, from + row), to)
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

function convolveEach(input: Layer, filters: Weights, stride: number): Layer {
  const [size = 1] = filters.shape
  const { channels, width, height } = input
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
            (input.values[from + channel] as number) * (filters.values[weight + channel] as number)
      }
    }
  return { values, width: across, height: down, channels }
}

/** Returns the largest value of each neighbourhood, per channel. */
export function poolMax(input: Layer, size: number, stride: number, padding: Padding): Layer {
  return pool(input, windowsOf(input, size, stride, padding), Number.NEGATIVE_INFINITY, Math.max)
}

/** Returns the mean of each neighbourhood that fits inside, per channel. */
export function poolMean(input: Layer, size: number, stride: number): Layer {
  const sums = pool(input, windowsOf(input, size, stride, 'valid'), 0, (sum, value) => sum + value)
  return mapLayer(sums, (value) => value / (size * size))
}

function pool(
  input: Layer,
  { size, stride, across, down, left, top }: Windows,
  start: number,
  join: (so: number, far: number) => number,
): Layer {
  const { channels, width, height } = input
  const values = new Float32Array(across * down * channels).fill(start)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++)
      for (let part = 0; part < size * size; part++) {
        const fromX = x * stride - left + (part % size)
        const fromY = y * stride - top + Math.floor(part / size)
        if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue
        const from = (fromY * width + fromX) * channels
        const to = (y * across + x) * channels
        for (let channel = 0; channel < channels; channel++)
          values[to + channel] = join(values[to + channel] as number, input.values[from + channel] as number)
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
  return mapLayer(input, (value) => Math.max(value, 0))
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
