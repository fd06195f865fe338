import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

/** How a drawn person looks. Pictures of real people aren't needed, because the detector finds these drawings. */
export interface DrawnLook {
  skin: string
  shade: string
  hair: string
  eyes: string
  /** Relative to the usual distance and size. */
  apart: number
  jaw: number
  nose: number
  mouth: number
  backdrop: string
}

export const FIRST_LOOK: DrawnLook = {
  skin: '#d9a98a',
  shade: '#9c6a50',
  hair: '#3a2a22',
  eyes: '#4a3526',
  apart: 1,
  jaw: 1,
  nose: 1,
  mouth: 1,
  backdrop: '#9fa8ae',
}
/** Someone else, different enough for a machine. */
export const OTHER_LOOK: DrawnLook = {
  skin: '#7a4a33',
  shade: '#3f2415',
  hair: '#d8d2c6',
  eyes: '#1f1712',
  apart: 1.3,
  jaw: 1.35,
  nose: 1.9,
  mouth: 1.6,
  backdrop: '#c9cfd2',
}

/** Draws a head centred at `x` and `y` with the height `size`, shaded as if lit from the left. */
export function drawFace(context: SKRSContext2D, look: DrawnLook, x: number, y: number, size: number): void {
  context.save()
  context.translate(x, y)
  context.scale(size / 200, size / 200)
  const half = 66 * (0.92 + look.jaw * 0.08)
  // Neck, shoulders and the hair behind.
  shape(context, look.shade, () => context.rect(-30, 60, 60, 70))
  shape(context, '#46525c', () => context.ellipse(0, 200, 130, 90, 0, Math.PI, 0))
  shape(context, look.hair, () => context.ellipse(0, -18, half + 12, 92, 0, 0, Math.PI * 2))
  // The head.
  const light = context.createRadialGradient(-22, -20, 10, 0, 0, 110)
  light.addColorStop(0, look.skin)
  light.addColorStop(0.62, look.skin)
  light.addColorStop(1, look.shade)
  shape(context, light, () => {
    context.moveTo(-half, -30)
    context.bezierCurveTo(-half, -105, half, -105, half, -30)
    context.bezierCurveTo(half, 40 * look.jaw, 34 * look.jaw, 98, 0, 98)
    context.bezierCurveTo(-34 * look.jaw, 98, -half, 40 * look.jaw, -half, -30)
  })
  for (const side of [-1, 1])
    shape(context, look.shade, () => context.ellipse(side * (half + 3), -2, 8, 17, 0, 0, Math.PI * 2))
  shape(context, look.hair, () => {
    context.moveTo(-half - 4, -22)
    context.bezierCurveTo(-half, -120, half, -120, half + 4, -22)
    context.bezierCurveTo(half - 12, -70, 10, -72, -20, -66)
    context.bezierCurveTo(-44, -62, -half + 8, -50, -half - 4, -22)
  })
  for (const side of [-1, 1]) drawEye(context, look, side * 29 * look.apart)
  drawNose(context, look)
  drawMouth(context, look)
  context.restore()
}

function drawEye(context: SKRSContext2D, look: DrawnLook, x: number): void {
  soft(context, look.shade, 0.5, () => context.ellipse(x, -13, 20, 13, 0, 0, Math.PI * 2))
  shape(context, look.hair, () => context.ellipse(x, -29, 19, 4.5, x > 0 ? 0.1 : -0.1, 0, Math.PI * 2))
  shape(context, '#f0ebe6', () => context.ellipse(x, -11, 14, 7, 0, 0, Math.PI * 2))
  shape(context, look.eyes, () => context.arc(x, -11, 6.6, 0, Math.PI * 2))
  shape(context, '#0c0a09', () => context.arc(x, -11, 3.2, 0, Math.PI * 2))
  shape(context, '#ffffff', () => context.arc(x - 2, -13.5, 1.5, 0, Math.PI * 2))
  context.strokeStyle = '#241813'
  context.lineWidth = 2.6
  context.beginPath()
  context.ellipse(x, -11, 14, 7.5, 0, Math.PI, 0)
  context.stroke()
}

function drawNose(context: SKRSContext2D, look: DrawnLook): void {
  soft(context, look.shade, 0.45, () => context.ellipse(9 * look.nose, 14, 6, 26, 0, 0, Math.PI * 2))
  soft(context, look.shade, 0.7, () => context.ellipse(0, 36, 17 * look.nose, 6, 0, 0, Math.PI * 2))
  for (const side of [-1, 1])
    shape(context, '#3a211a', () => context.ellipse(side * 8 * look.nose, 36, 3.6, 2.2, 0, 0, Math.PI * 2))
  soft(context, '#ffffff', 0.35, () => context.ellipse(-2, 18, 4, 18, 0, 0, Math.PI * 2))
}

function drawMouth(context: SKRSContext2D, look: DrawnLook): void {
  const wide = 25 * look.mouth
  shape(context, '#a3564d', () => {
    context.moveTo(-wide, 61)
    context.quadraticCurveTo(-8, 53, 0, 57)
    context.quadraticCurveTo(8, 53, wide, 61)
    context.quadraticCurveTo(0, 78 * (0.9 + look.mouth * 0.1), -wide, 61)
  })
  context.strokeStyle = '#4f211d'
  context.lineWidth = 2.4
  context.beginPath()
  context.moveTo(-wide, 61)
  context.quadraticCurveTo(0, 66, wide, 61)
  context.stroke()
  soft(context, look.shade, 0.5, () => context.ellipse(0, 80, 18, 4, 0, 0, Math.PI * 2))
}

function shape(context: SKRSContext2D, fill: SKRSContext2D['fillStyle'], path: () => void): void {
  context.fillStyle = fill
  context.beginPath()
  path()
  context.fill()
}

function soft(context: SKRSContext2D, fill: string, opacity: number, path: () => void): void {
  context.save()
  context.globalAlpha = opacity
  context.filter = 'blur(3px)'
  shape(context, fill, path)
  context.restore()
}

/** A photo of drawn people next to each other, as a JPEG; slightly blurred and noisy, as a lens makes it. */
export function drawnPhoto(
  looks: readonly DrawnLook[],
  { width = 720, height = 900, share = 0.55, light = 1 } = {},
): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = looks[0]?.backdrop ?? '#9fa8ae'
  context.fillRect(0, 0, width, height)
  for (const [index, look] of looks.entries())
    drawFace(context, look, (width * (index + 0.5)) / looks.length, height * 0.46, height * share)
  context.globalAlpha = Math.abs(1 - light)
  context.fillStyle = light < 1 ? '#000' : '#fff'
  context.fillRect(0, 0, width, height)
  return canvas.toBuffer('image/jpeg', 88)
}

/** A card with the portrait of a drawn person on the left, and lines of print next to it. */
export function drawnCard(look: DrawnLook): Buffer {
  const canvas = createCanvas(1280, 806)
  const context = canvas.getContext('2d')
  context.fillStyle = '#dfe6e2'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#c4c9cb'
  context.fillRect(60, 150, 340, 430)
  context.save()
  context.beginPath()
  context.rect(60, 150, 340, 430)
  context.clip()
  drawFace(context, look, 230, 350, 270)
  context.restore()
  context.fillStyle = '#2b3338'
  for (let line = 0; line < 9; line++) context.fillRect(450, 170 + line * 52, 420 + ((line * 97) % 260), 16)
  return canvas.toBuffer('image/jpeg', 88)
}
