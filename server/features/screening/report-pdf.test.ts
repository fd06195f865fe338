import { expect, test } from 'vitest'
import { pdfText } from '#server/testing/pdf-text.ts'
import { reportPdf } from './report-pdf.ts'

const AT = new Date('2026-03-10T10:00:00Z')
const LONG = ['Alpha', ...Array.from({ length: 60 }, (_, n) => `word${n}`), 'Omega'].join(' ')

test.each(Array.from({ length: 8 }, (_, n) => 30 + n))(
  'a row of several lines stays on one page, with %i rows before it',
  async (before) => {
    const facts = Array.from({ length: before }, (_, n) => [`Row ${n}`, 'short'] as const)
    const pages = await pdfText(
      await reportPdf({
        title: 'Report',
        at: AT,
        sections: [{ title: 'Facts', facts: [...facts, ['Long', LONG]] }],
      }),
    )
    expect(pages.findIndex((page) => page.includes('Alpha'))).toBe(
      pages.findIndex((page) => page.includes('Omega')),
    )
  },
)

test('a row that is longer than a page continues on the next, and no heading is left alone', async () => {
  const endless = ['Alpha', ...Array.from({ length: 1500 }, (_, n) => `word${n}`), 'Omega'].join(' ')
  const pages = await pdfText(
    await reportPdf({
      title: 'Report',
      at: AT,
      sections: [
        { title: 'Facts', facts: Array.from({ length: 35 }, (_, n) => [`Row ${n}`, 'short'] as const) },
        { title: 'Heading', facts: [['Long', LONG]] },
        { title: 'Endless', facts: [['Much', endless]] },
      ],
    }),
  )
  expect(pages.find((page) => page.includes('Heading'))).toContain('Alpha')
  expect(pages.find((page) => page.includes('Endless'))).toContain('Much')
  expect(pages.join('')).toContain('word1499Omega')
})
