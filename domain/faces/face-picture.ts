import { type Layer, mapLayer } from './network.ts'

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
  return sampled(picture, edge, (x, y) => [x * scale, y * scale], scale)
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
  return mapLayer(layer, (value, channel) => (value - (mean[channel] ?? 0)) / 255)
}

/** Samples the picture: each pixel is the interpolated mean of those it replaces. */
function sampled(
  picture: FacePicture,
  edge: number,
  from: (x: number, y: number) => [number, number],
  scale: number,
): Layer {
  const values = new Float32Array(edge * edge * 3)
  const each = Math.max(1, Math.min(4, Math.round(scale)))
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
