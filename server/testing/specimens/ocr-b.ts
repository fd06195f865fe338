import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { CODE_STROKES } from '#server/model/reading/code-shapes.ts'

/**
 * Draws a line of a code with its baseline at `y` and its letters `pitch` apart; `weight` is the thickness of
 * the strokes, about one.
 */
export function drawCode(
  context: SKRSContext2D,
  line: string,
  { x, y, pitch, weight }: { x: number; y: number; pitch: number; weight: number },
): void {
  const scale = (pitch * 0.94) / 10
  context.save()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = weight * 1.4
  context.strokeStyle = context.fillStyle
  for (const [index, letter] of [...line].entries()) {
    context.save()
    context.translate(x + index * pitch + pitch * 0.17, y - scale * 10)
    context.scale(scale, scale)
    context.stroke(new Path2D(CODE_STROKES[letter] ?? ''))
    context.restore()
  }
  context.restore()
}
