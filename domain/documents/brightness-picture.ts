/** A picture's brightness: one byte per pixel, row by row, 0 for black. */
export interface BrightnessPicture {
  width: number
  height: number
  pixels: Uint8Array
}

/** Returns the brightness of a coloured picture (the weights of Rec. 601, in 256ths). */
export function greyOf(
  colours: ArrayLike<number>,
  width: number,
  height: number,
  /** Bytes per pixel: 3 without, 4 with transparency. */
  channels: 3 | 4,
): BrightnessPicture {
  const pixels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < pixels.length; at++, from += channels) {
    pixels[at] =
      ((colours[from] ?? 0) * 77 + (colours[from + 1] ?? 0) * 150 + (colours[from + 2] ?? 0) * 29) >> 8
  }
  return { width, height, pixels }
}

/** Returns the picture reduced to at most this long edge; each pixel is the mean of those it replaces. */
export function reduced(picture: BrightnessPicture, longEdge: number): BrightnessPicture {
  const scale = longEdge / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, picture.height)
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, picture.width)
      let sum = 0
      for (let row = top; row < bottom; row++) {
        const start = row * picture.width
        for (let column = left; column < right; column++) sum += picture.pixels[start + column] ?? 0
      }
      pixels[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width, height, pixels }
}

/** Returns the range of pixels in a longer row that one pixel of a shorter row replaces. */
function span(at: number, of: number, longer: number): [number, number] {
  const from = Math.floor((at * longer) / of)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * longer) / of))]
}
