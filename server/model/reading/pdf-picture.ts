import { ImageKind, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import { openPdf } from '#server/platform/files/open-pdf.ts'
import { decodeGrey, type GreyPicture } from './grey-picture.ts'
import { CODE_EDGE } from './picture-reader.ts'

/** An A4 page scanned at 500 dots per inch has fewer; more might not fit into the process's memory. */
const MOST_PIXELS = 30_000_000

interface PlacedPicture {
  name: string
  pixels: number
}

/** The largest picture of a PDF's first page, at its own resolution. Null if there is none or it is pure black and white. */
export async function pdfPicture(pdf: Uint8Array<ArrayBuffer>): Promise<GreyPicture | null> {
  const task = openPdf(pdf, MOST_PIXELS)
  try {
    const page = await (await task.promise).getPage(1)
    const [largest] = (await picturesOf(page)).toSorted((a, b) => b.pixels - a.pixels)
    if (!largest) return null
    // The parser keeps pictures of several pages for the whole document.
    const objects = largest.name.startsWith('g_') ? page.commonObjs : page.objs
    const found = await new Promise<Decoded | null>((resolve, reject) =>
      objects.get(largest.name, resolve, reject),
    )
    if (!found?.data || found.kind === ImageKind.GRAYSCALE_1BPP) return null
    const { data, kind, width, height } = found
    return decodeGrey(data, CODE_EDGE, { width, height, channels: kind === ImageKind.RGB_24BPP ? 3 : 4 })
  } finally {
    await task.destroy()
  }
}

/** A picture as the parser decodes it. */
interface Decoded {
  data: Uint8ClampedArray | null
  kind: number
  width: number
  height: number
}

async function picturesOf(page: PDFPageProxy): Promise<PlacedPicture[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.flatMap((operator, place) => {
    if (operator !== OPS.paintImageXObject) return []
    const [name, width, height] = argsArray[place] as [string, number, number]
    return [{ name, pixels: width * height }]
  })
}
