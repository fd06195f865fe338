import type { Random } from '#domain/screening/ordinary-people.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'

/** How a screen was photographed. */
export interface ScreenShot {
  /** The distance between the screen's dots, in pixels of the photo. */
  pitch: number
  /** In degrees, and how much narrower one side is than the other. */
  tilt: number
  lean: number
  blur: number
  noise: number
  quality: number
}

export function someScreenShot(random: Random): ScreenShot {
  return {
    pitch: 2.1 + random() * 3.9,
    tilt: (random() * 2 - 1) * 15,
    lean: (random() * 2 - 1) * 0.12,
    blur: random() * 1.1,
    noise: random() * 14,
    quality: 62 + Math.floor(random() * 30),
  }
}

const EACH = 3

/** A photo of a picture on a screen: each dot of the screen is a red, a green and a blue stripe between dark gaps. */
export async function photographScreen(picture: Buffer, shot: ScreenShot, random: Random): Promise<Buffer> {
  const sharp = await loadSharp()
  const width = 1600
  const dots = Math.ceil((width / shot.pitch) * 1.5)
  const { data, info } = await sharp(picture)
    .resize({ width: dots })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const height = 1100
  const raw = Buffer.alloc(width * height * 3)
  const radians = (shot.tilt * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const [offsetX, offsetY] = [random(), random()]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0]
      for (let part = 0; part < EACH * EACH; part++) {
        const px = x + ((part % EACH) + 0.5) / EACH - width / 2
        const py = y + (Math.floor(part / EACH) + 0.5) / EACH - height / 2
        const depth = 1 + (shot.lean * px) / width
        const u = (px * cos + py * sin) / (shot.pitch * depth) + info.width / 2 + offsetX
        const v = (py * cos - px * sin) / (shot.pitch * depth) + info.height / 2 + offsetY
        const [column, row] = [Math.floor(u), Math.floor(v)]
        if (column < 0 || row < 0 || column >= info.width || row >= info.height) continue
        const [across, down] = [u - column, v - row]
        if (down < 0.1 || down > 0.9) continue
        const stripe = Math.min(2, Math.floor(across * 3))
        const within = across * 3 - stripe
        if (within < 0.12 || within > 0.88) continue
        sum[stripe] = (sum[stripe] ?? 0) + (data[(row * info.width + column) * 3 + stripe] ?? 0)
      }
      for (let channel = 0; channel < 3; channel++)
        raw[(y * width + x) * 3 + channel] = Math.min(255, ((sum[channel] ?? 0) / EACH ** 2) * 3.2)
    }
  let photo = sharp(raw, { raw: { width, height, channels: 3 } })
  if (shot.blur > 0.3) photo = photo.blur(shot.blur)
  const blurred = await photo.raw().toBuffer()
  for (let at = 0; at < blurred.length; at++)
    blurred[at] = Math.max(
      0,
      Math.min(255, (blurred[at] ?? 0) + (random() + random() - 1) * shot.noise * 1.6),
    )
  return sharp(blurred, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: shot.quality })
    .toBuffer()
}
