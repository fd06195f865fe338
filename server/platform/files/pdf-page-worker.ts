import type { Canvas } from '@napi-rs/canvas'
import { openPdf } from './open-pdf.ts'
import { type DrawnPage, workOnPdfs } from './pdf-inbox.ts'

/** Pixels along the longer edge: 205 per inch of A4, at which small print is legible at any zoom. */
const LONG_EDGE = 2400
/** A page smaller than a card is not enlarged without limit. */
const MAX_SCALE = 8
const JPEG_QUALITY = 85

await workOnPdfs((pdf, page) =>
  draw(pdf, page).catch((): DrawnPage => ({ kind: 'refused', reason: 'unreadable' })),
)

/**
 * Renders one page. Text becomes outlines here, so the drawing library reads none of the file's fonts and no
 * picture in its own format.
 */
async function draw(pdf: Buffer<ArrayBuffer>, number: number): Promise<DrawnPage> {
  const task = openPdf(new Uint8Array(pdf.buffer))
  try {
    const document = await task.promise
    if (number > document.numPages) return { kind: 'refused', reason: 'no-such-page' }
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(MAX_SCALE, LONG_EDGE / Math.max(width, height)) })
    const factory = document.canvasFactory as { create(width: number, height: number): { canvas: Canvas } }
    const { canvas } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise
    return { kind: 'drawn', jpeg: await canvas.encode('jpeg', JPEG_QUALITY), isBlank: isBlank(canvas) }
  } finally {
    await task.destroy()
  }
}

/** Whether every pixel is the same: an empty page, or one whose only picture can't be decoded. */
function isBlank(canvas: Canvas): boolean {
  const { buffer, byteOffset, byteLength } = canvas.data()
  const pixels = new Uint32Array(buffer, byteOffset, byteLength / 4)
  return pixels.every((pixel) => pixel === pixels[0])
}
