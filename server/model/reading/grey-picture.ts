import { loadSharp } from '#server/platform/files/image-check.ts'

/** A greyscale picture, row by row; 0 is black. */
export interface GreyPicture {
  pixels: Uint8Array
  width: number
  height: number
}

/** A part of a picture, in pixels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Decodes one of our pictures, or takes one's raw pixels, at most `edge` pixels long. */
export async function decodeGrey(
  file: Uint8Array | Uint8ClampedArray,
  edge: number,
  raw?: { width: number; height: number; channels: 3 | 4 },
): Promise<GreyPicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(file, raw && { raw })
    .removeAlpha()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** Scales down: each `step` by `step` pixels become their average. */
export function shrink({ pixels, width, height }: GreyPicture, step: number): GreyPicture {
  const [across, down] = [Math.floor(width / step), Math.floor(height / step)]
  const small = new Uint8Array(across * down)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      let sum = 0
      for (let dy = 0; dy < step; dy++)
        for (let dx = 0; dx < step; dx++) sum += pixels[(y * step + dy) * width + x * step + dx] ?? 0
      small[y * across + x] = sum / (step * step)
    }
  return { pixels: small, width: across, height: down }
}

/**
 * Finds ink: pixels darker than their neighbourhood, independent of the lighting. `reach` is the
 * neighbourhood's size in pixels, and `share` how much darker they must be.
 */
export function inkOf(picture: GreyPicture, reach: number, share = 0.2): Uint8Array {
  const ink = new Uint8Array(picture.pixels.length)
  eachBesideMean(picture, reach, (at, pixel, mean) => {
    if (pixel < mean * (1 - share)) ink[at] = 1
  })
  return ink
}

/** The picture with even lighting: paper is almost white everywhere, even in shade. */
export function evened(picture: GreyPicture, reach: number): GreyPicture {
  const pixels = new Uint8Array(picture.pixels.length)
  eachBesideMean(picture, reach, (at, pixel, mean) => {
    pixels[at] = Math.max(0, Math.min(255, (pixel / Math.max(1, mean) - 0.3) * 320))
  })
  return { ...picture, pixels }
}

/** The picture with the camera's noise smoothed: each pixel is averaged with its neighbours. */
export function softened({ pixels, width, height }: GreyPicture): GreyPicture {
  const across = new Uint16Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const pixel = pixels[at] ?? 0
      const [left, right] = [x > 0 ? pixels[at - 1] : pixel, x < width - 1 ? pixels[at + 1] : pixel]
      across[at] = (left ?? 0) + 2 * pixel + (right ?? 0)
    }
  const soft = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const row = across[at] ?? 0
      const [above, below] = [y > 0 ? across[at - width] : row, y < height - 1 ? across[at + width] : row]
      soft[at] = ((above ?? 0) + 2 * row + (below ?? 0)) / 16
    }
  return { pixels: soft, width, height }
}

/** Calls back with each pixel and the average of its surroundings. */
function eachBesideMean(
  { pixels, width, height }: GreyPicture,
  reach: number,
  act: (at: number, pixel: number, mean: number) => void,
): void {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [
      Math.max(0, y - reach) * (width + 1),
      Math.min(height, y + reach + 1) * (width + 1),
    ]
    const rows = (bottom - top) / (width + 1)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const sum =
        (sums[bottom + right] ?? 0) -
        (sums[top + right] ?? 0) -
        (sums[bottom + left] ?? 0) +
        (sums[top + left] ?? 0)
      act(y * width + x, pixels[y * width + x] ?? 0, sum / (rows * (right - left)))
    }
  }
}

/** The picture turned clockwise by some degrees, on a larger canvas so that nothing is cut off. */
export function turned({ pixels, width, height }: GreyPicture, degrees: number): GreyPicture {
  const radians = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)]
  const [across, down] = turnedSize(width, height, degrees)
  const result = new Uint8Array(across * down).fill(255)
  const [fromX, fromY, toX, toY] = [(width - 1) / 2, (height - 1) / 2, (across - 1) / 2, (down - 1) / 2]
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const [dx, dy] = [x - toX, y - toY]
      const sourceX = cos * dx + sin * dy + fromX
      const sourceY = -sin * dx + cos * dy + fromY
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)]
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const [fx, fy] = [sourceX - left, sourceY - top]
      const at = top * width + left
      const upper = (pixels[at] ?? 0) * (1 - fx) + (pixels[at + 1] ?? 0) * fx
      const lower = (pixels[at + width] ?? 0) * (1 - fx) + (pixels[at + width + 1] ?? 0) * fx
      result[y * across + x] = upper * (1 - fy) + lower * fy
    }
  }
  return { pixels: result, width: across, height: down }
}

function turnedSize(width: number, height: number, degrees: number): [number, number] {
  const radians = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))]
  return [Math.round(width * cos + height * sin), Math.round(width * sin + height * cos)]
}

/** A part of a picture; anything outside it is white. */
export function cut({ pixels, width, height }: GreyPicture, area: Area): GreyPicture {
  const result = new Uint8Array(area.width * area.height).fill(255)
  for (let y = 0; y < area.height; y++) {
    const row = area.top + y
    if (row < 0 || row >= height) continue
    const [from, to] = [Math.max(0, area.left), Math.min(width, area.left + area.width)]
    if (to > from)
      result.set(pixels.subarray(row * width + from, row * width + to), y * area.width + from - area.left)
  }
  return { pixels: result, width: area.width, height: area.height }
}
