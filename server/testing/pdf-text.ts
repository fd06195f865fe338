import { getDocument } from 'pdfjs-dist/legacy/build/pdf.min.mjs'

/**
 * What a PDF says, page by page, without the spaces between its pieces. A letter that is drawn as two shapes has its code
 * on the first; what is read for the second is no letter.
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

/** The same for words to look for. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}
