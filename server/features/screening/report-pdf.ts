import { columnOn } from '#server/platform/pdf/column.ts'
import { pdfDocument } from '#server/platform/pdf/pdf-document.ts'

/** A part of the report: what it asks, and what the records say to it; null leaves room to write. */
export interface ReportSection {
  title: string
  note?: string
  facts: readonly (readonly [name: string, value: string | null])[]
}

const INK = '#10201A'
const MARGIN = 62
const LOOK = {
  title: { size: 19, lead: 25, before: 0, after: 0 },
  heading: { size: 11.5, lead: 16, before: 16, after: 30 },
  note: { size: 9, lead: 13, before: 3, after: 0 },
  fact: { size: 9.5, lead: 14, before: 3, after: 0 },
  blank: { size: 9.5, lead: 20, before: 3, after: 0 },
} as const
const BLANK = '_'.repeat(40)

/** Lays a report out, numbered section by section, with the page at the foot of each. */
export async function reportPdf({
  title,
  sections,
  at,
}: {
  title: string
  sections: readonly ReportSection[]
  at: Date
}): Promise<Buffer> {
  const words = sections.flatMap((section) => [
    section.title,
    ...section.facts.map(([name, value]) => `${name} ${value ?? ''}`),
  ])
  const { doc, bytes, regular, bold } = await pdfDocument({
    title,
    at,
    words: words.join('\n'),
    margins: { top: MARGIN, bottom: MARGIN + 20, left: MARGIN, right: MARGIN },
  })
  const page = columnOn(doc, INK)
  page.write(bold, title, LOOK.title)
  sections.forEach((section, index) => {
    page.write(bold, `${index + 1}. ${section.title}`, LOOK.heading)
    if (section.note) page.write(regular, section.note, LOOK.note)
    for (const [name, value] of section.facts)
      page.write(regular, `${name}: ${value ?? BLANK}`, value === null ? LOOK.blank : LOOK.fact)
  })
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index)
    const foot = `Confidential. Page ${index - start + 1} of ${count}`
    regular.write(foot, 8, MARGIN, doc.page.height - MARGIN)
  }
  return bytes()
}
