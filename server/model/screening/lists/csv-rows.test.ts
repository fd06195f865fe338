import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from './csv-rows.ts'

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const read = async (text: string, size = 3) => {
  const found: (readonly string[])[] = []
  for await (const rows of csvRows(inPieces(text, size))) found.push(...rows.map(({ row }) => row))
  return found
}

test('every row is read as it was written, however it is quoted and wherever a piece of the file ends', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', '"', '\n', '\r', '名') })
  const row = fc.array(fc.tuple(field, fc.boolean()), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (rows, size, newline, isEnded) => {
        const written = rows.map((fields) =>
          fields
            .map(([text, isBare]) =>
              isBare && !/[",\n\r]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`,
            )
            .join(','),
        )
        const text = written.join(newline)
        // An empty last line without a line break is not a row.
        const end = isEnded || written.at(-1) === '' ? newline : ''
        const expected = rows.map((fields) => fields.map(([text]) => text))
        expect(await read(`\uFEFF${text}${rows.length > 0 ? end : ''}`, size)).toEqual(expected)
      },
    ),
  )
})

test.each([
  ['a quote that is never closed', 'a,"b\nc'],
  ['a quote within a field', 'a,b"c"\n'],
  ['a letter after the closing quote', '"a"b,c\n'],
])('%s is refused', async (_, text) => {
  await expect(read(text)).rejects.toThrow('not well-formed CSV')
})
