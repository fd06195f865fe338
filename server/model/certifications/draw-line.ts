import type { LeafState } from '#contract/verification/leaf.ts'
import { LEAF_LOOKS, type RightLook } from '#domain/leaf/leaf-shape.ts'
import { COLOUR } from '#server/model/mail/templates/theme.ts'

const [BAR, GIVEN, VEIN, OURS] = [9, 9, 2.5, 14.5]
/** How far in from its end an outline is drawn, so that it is as long as a full bar. */
const INSET = 0.4

/** How long a line of the leaf is in a document. */
export const LINE_WIDTH = GIVEN + VEIN + OURS

/** A line of the leaf: what was given to the left of the vein, our check to its right (design §11.1). */
export function drawLine(
  doc: PDFKit.PDFDocument,
  state: LeafState,
  { x, y }: { x: number; y: number },
): void {
  const { left, right } = LEAF_LOOKS[state]
  if (left === 'solid') doc.roundedRect(x, y, GIVEN, BAR, BAR / 2).fill(COLOUR.brand)
  else outline(doc, { x, y, width: GIVEN }, COLOUR.lineStrong, true)
  drawCheck(doc, right, { x: x + GIVEN + VEIN, y })
}

function drawCheck(doc: PDFKit.PDFDocument, look: RightLook, { x, y }: { x: number; y: number }): void {
  const bar = { x, y, width: OURS }
  switch (look) {
    case 'solid':
      doc.roundedRect(x, y, OURS, BAR, BAR / 2).fill(COLOUR.leaf)
      return
    case 'dotted':
      for (const along of [0.15, 0.5, 0.85]) doc.circle(x + along * OURS, y + BAR / 2, 1.8).fill(COLOUR.leaf)
      return
    case 'broken':
      doc.polygon([x, y], [x + 6.5, y], [x + 4.5, y + BAR], [x, y + BAR]).fill(COLOUR.yellowSolid)
      doc.polygon([x + 9, y], [x + OURS, y], [x + OURS, y + BAR], [x + 7, y + BAR]).fill(COLOUR.yellowSolid)
      return
    case 'hatched':
      outline(doc, bar, COLOUR.blueSolid, false)
      for (const along of [4, 7, 10])
        stroke(doc, [x + along + 1.5, y + 1], [x + along - 1.5, y + BAR - 1], COLOUR.blueSolid)
      return
    case 'dashed':
      outline(doc, bar, COLOUR.lineStrong, true)
      return
    case 'crossed':
      outline(doc, bar, COLOUR.ink, false)
      stroke(doc, [x + 5, y + 2], [x + 9.5, y + BAR - 2], COLOUR.ink)
      stroke(doc, [x + 9.5, y + 2], [x + 5, y + BAR - 2], COLOUR.ink)
      return
    default:
      look satisfies never
  }
}

function outline(
  doc: PDFKit.PDFDocument,
  { x, y, width }: { x: number; y: number; width: number },
  colour: string,
  isDashed: boolean,
): void {
  const height = BAR - 2 * INSET
  doc.roundedRect(x + INSET, y + INSET, width - 2 * INSET, height, height / 2).lineWidth(2 * INSET)
  if (isDashed) doc.dash(2, { space: 1.5 })
  doc.stroke(colour).undash()
}

function stroke(
  doc: PDFKit.PDFDocument,
  from: readonly [number, number],
  to: readonly [number, number],
  colour: string,
): void {
  doc
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(2 * INSET)
    .stroke(colour)
}
