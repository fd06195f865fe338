import { expect, test } from 'vitest'
import { greyOf } from '#domain/documents/brightness-picture.ts'
import { judgePicture } from '#domain/documents/picture-quality.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { FRAME, STAGED_PICTURES, stage } from '#server/testing/staged-pictures.ts'
import { judgeJpeg } from './judge-picture.ts'

const LEAST_RIGHT = 38

test('at least 38 of 40 staged pictures are judged right, by the code of the browser and by the server alike', async () => {
  expect(STAGED_PICTURES).toHaveLength(40)
  const sharp = await loadSharp()
  const rows: { name: string; expected: string; browser: string; server: string }[] = []
  for (const picture of STAGED_PICTURES) {
    const colours = await stage(picture)
    const browser = judgePicture(greyOf(colours, FRAME.width, FRAME.height, 3), picture.slot)
    const jpeg = await sharp(colours, { raw: { ...FRAME, channels: 3 } })
      .jpeg({ quality: 82 })
      .toBuffer()
    const server = await judgeJpeg(jpeg, picture.slot)
    rows.push({
      name: picture.name,
      expected: picture.expected ?? 'good',
      browser: browser.problems[0] ?? 'good',
      server: server.problems[0] ?? 'good',
    })
  }
  const right = (side: 'browser' | 'server') => rows.filter((row) => row[side] === row.expected).length
  const wrong = rows.filter((row) => row.browser !== row.expected || row.server !== row.expected)
  console.info(
    rows
      .map((row) => `${row.expected.padEnd(9)} ${row.browser.padEnd(9)} ${row.server.padEnd(9)} ${row.name}`)
      .join('\n'),
  )
  console.info(
    `Right: ${right('browser')} in the browser, ${right('server')} on the server, of ${rows.length}`,
  )
  expect(right('browser'), JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(LEAST_RIGHT)
  expect(right('server'), JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(LEAST_RIGHT)
})
