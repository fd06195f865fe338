import { eastAsianFonts } from './east-asian-fonts.ts'
import { type FontFile, type FontWeight, notoFonts } from './noto-fonts.ts'
import { type Typeface, typeface } from './typeface.ts'

/** An A4 document that is being written. */
export interface PdfDocument {
  doc: PDFKit.PDFDocument
  regular: Typeface
  bold: Typeface
  /** Ends the document and returns its bytes. */
  bytes(): Promise<Buffer>
}

interface DocumentOptions {
  /** All that people have put into it: the fonts for their letters have to be there before anything is written. */
  words: string
  title: string | undefined
  /** What the file says of when it was made; its own clock would make each copy another file. */
  at: Date
  margins: { top: number; bottom: number; left: number; right: number }
}

/** Begins a document whose pages stay open until the end. pdfkit is loaded with the first one. */
export async function pdfDocument({ title, at, margins, words }: DocumentOptions): Promise<PdfDocument> {
  const { default: PDFDocument } = await import('pdfkit')
  const [regularFonts, boldFonts] = await Promise.all([fontsFor(words, 400), fontsFor(words, 700)])
  const doc = new PDFDocument({
    size: 'A4',
    margins,
    info: { Title: title, CreationDate: at, ModDate: at },
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    // Without one of the built-in fonts: they have Latin letters only.
    font: '',
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise((resolve) => doc.once('end', resolve))
  return {
    doc,
    regular: typeface(doc, regularFonts),
    bold: typeface(doc, boldFonts),
    async bytes() {
      doc.end()
      await written
      return Buffer.concat(chunks)
    },
  }
}

async function fontsFor(words: string, weight: FontWeight): Promise<FontFile[]> {
  return [...(await notoFonts(weight)), ...(await eastAsianFonts(words, weight))]
}
