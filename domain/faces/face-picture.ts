import type { Layer } from './network.ts'

/** A picture of three bytes per pixel, or four with opacity, row by row. */
export interface FacePicture {
  pixels: Uint8Array | Uint8ClampedArray
  width: number
  height: number
  channels: 3 | 4
}

/** Part of a picture, in its pixels; it may extend beyond the edges. */
export interface FaceBox {
  left: number
  top: number
  width: number
  height: number
}

/** Returns a picture as a square layer, padded with black on the right or at the bottom. */
export function squareLayer(picture: FacePicture, edge: number): Layer {
  const scale = Math.max(picture.width, picture.height) / edge
  const each = dotsEach(scale)
  const [columns, rows] = [dotsAlong(picture.width, edge, scale), dotsAlong(picture.height, edge, scale)]
  const values = new Float32Array(edge * edge * 3)
  // Rows first and columns then, because the camera does this with many of its frames.
  const line = new Float32Array(picture.width * 3)
  for (let y = 0; y < edge; y++) {
    line.fill(0)
    for (const row of rows.slice(y * each, (y + 1) * each)) addRow(line, picture, row)
    for (let x = 0; x < edge; x++)
      for (let part = x * each; part < (x + 1) * each; part++) {
        const dot = columns[part]
        if (!dot) break
        const [at, left, right] = [(y * edge + x) * 3, dot.first * 3, dot.second * 3]
        for (let channel = 0; channel < 3; channel++)
          values[at + channel] =
            (values[at + channel] as number) +
            ((line[left + channel] as number) * (1 - dot.share) +
              (line[right + channel] as number) * dot.share) /
              (each * each)
      }
  }
  return { values, width: edge, height: edge, channels: 3 }
}

/** A position between two rows or columns of pixels, and the share of the second. */
interface Dot {
  first: number
  second: number
  share: number
}

/** Returns the positions at which a picture is sampled along one side, up to its end. */
function dotsAlong(length: number, edge: number, scale: number): Dot[] {
  const each = dotsEach(scale)
  const positions = Array.from({ length: edge * each }, (_, at) => ((at + 0.5) / each) * scale - 0.5)
  return positions
    .filter((position) => position <= length - 0.5)
    .map((position) => {
      const first = Math.min(length - 1, Math.max(0, Math.floor(position)))
      return {
        first,
        second: Math.min(length - 1, first + 1),
        share: Math.min(1, Math.max(0, position - first)),
      }
    })
}

/** Adds a row that is interpolated between two of the picture’s. */
function addRow(
  line: Float32Array,
  { pixels, width, channels }: FacePicture,
  { first, second, share }: Dot,
): void {
  const [above, below] = [first * width * channels, second * width * channels]
  for (let x = 0, to = 0, from = 0; x < width; x++, to += 3, from += channels)
    for (let channel = 0; channel < 3; channel++)
      line[to + channel] =
        (line[to + channel] as number) +
        (pixels[above + from + channel] as number) * (1 - share) +
        (pixels[below + from + channel] as number) * share
}

/** Across and down, how many dots of a picture make one of a smaller one. */
function dotsEach(scale: number): number {
  return Math.max(1, Math.min(4, Math.round(scale)))
}

/** Returns part of a picture, centred in a square layer; rotated by an angle about the part's centre. */
export function partLayer(picture: FacePicture, box: FaceBox, edge: number, angle = 0): Layer {
  const scale = Math.max(box.width, box.height) / edge
  const [sin, cos] = [Math.sin(angle) * scale, Math.cos(angle) * scale]
  const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2]
  const from = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - edge / 2, y - edge / 2]
    return [middleX + dx * cos - dy * sin, middleY + dx * sin + dy * cos]
  }
  return sampled(picture, edge, from, scale)
}

/** Subtracts the mean of the model's training data. */
export function lessMean(layer: Layer, mean: readonly [number, number, number]): Layer {
  const values = new Float32Array(layer.values.length)
  for (let at = 0; at < values.length; at++)
    values[at] = ((layer.values[at] as number) - (mean[at % 3] as number)) / 255
  return { ...layer, values }
}

/** Samples the picture: each pixel is the interpolated mean of those it replaces. */
function sampled(
  picture: FacePicture,
  edge: number,
  from: (x: number, y: number) => [number, number],
  scale: number,
): Layer {
  const values = new Float32Array(edge * edge * 3)
  const each = dotsEach(scale)
  const share = 1 / (each * each)
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++)
      for (let part = 0; part < each * each; part++) {
        const [fromX, fromY] = from(
          x + ((part % each) + 0.5) / each,
          y + (Math.floor(part / each) + 0.5) / each,
        )
        addDot(values, (y * edge + x) * 3, picture, fromX - 0.5, fromY - 0.5, share)
      }
  return { values, width: edge, height: edge, channels: 3 }
}

function addDot(
  to: Float32Array,
  at: number,
  { pixels, width, height, channels }: FacePicture,
  x: number,
  y: number,
  share: number,
): void {
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)))
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const across = Math.min(1, Math.max(0, x - left))
  const down = Math.min(1, Math.max(0, y - top))
  for (let channel = 0; channel < 3; channel++) {
    const dot = (column: number, row: number) => pixels[(row * width + column) * channels + channel] as number
    const above = dot(left, top) * (1 - across) + dot(right, top) * across
    const below = dot(left, bottom) * (1 - across) + dot(right, bottom) * across
    to[at + channel] = (to[at + channel] as number) + (above * (1 - down) + below * down) * share
  }
}
