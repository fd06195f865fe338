import { getDocument } from 'pdfjs-dist/legacy/build/pdf.min.mjs'

/**
 * Returns the text of a PDF, page by page, without white space. If a letter is drawn as two shapes, the first
 * has its code; what is read for the second is a control character, and dropped.
 */
export async function pdfText(bytes: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/[\s\p{Cc}]+/gu, ''),
    )
  }
  await task.destroy()
  return pages
}

/** Removes white space from a text, to search for it in `pdfText`. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}
