import { expect, test } from 'vitest'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import { greyOf } from '#domain/documents/brightness-picture.ts'
import { straightened } from '#domain/documents/page-straightening.ts'
import { judgePicture } from '#domain/documents/picture-quality.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { FRAME, STAGED_PICTURES, stage } from '#server/testing/staged-pictures.ts'
import { judgeJpeg } from './store-document.ts'

const LEAST_RIGHT = 38

test('at least 38 of 40 staged pictures are judged correctly, by the browser’s code and the server’s alike', async () => {
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

test('whole cards are cropped, tilted ones among them, unless a part is as bright as the table', async () => {
  const cards = STAGED_PICTURES.filter(
    ({ slot, expected }) => slot !== 'proof-of-address' && (!expected || expected === 'tilted'),
  )
  expect(cards).toHaveLength(12)
  const sharp = await loadSharp()
  const left: string[] = []
  for (const picture of cards) {
    const colours = await stage(picture)
    const { page } = judgePicture(greyOf(colours, FRAME.width, FRAME.height, 3), picture.slot)
    const rgba = await sharp(colours, { raw: { ...FRAME, channels: 3 } })
      .ensureAlpha()
      .raw()
      .toBuffer()
    if (!straightened({ ...FRAME, pixels: new Uint8ClampedArray(rgba) }, page)) left.push(picture.name)
  }
  // Their header is as bright as the wood, and only brightness is looked at.
  expect(left).toEqual([
    'sofia-marchetti-id-front: as it should be',
    'amara-okafor-id-front: as it should be',
  ])
})

test.each<[DocumentSlot, string]>([
  ['id-front', 'sofia-marchetti-id-front'],
  ['proof-of-address', 'amara-okafor-proof-of-address'],
])('%s out of focus is called blurred, even if nothing is left to measure', async (slot, specimen) => {
  const sharp = await loadSharp()
  for (const blur of [5, 12, 20, 40]) {
    const colours = await stage({ specimen, staging: { blur, size: 0.7 } })
    const jpeg = await sharp(colours, { raw: { ...FRAME, channels: 3 } })
      .jpeg()
      .toBuffer()
    expect((await judgeJpeg(jpeg, slot)).problems, `blur ${blur}`).toContain('blurred')
  }
})

test.each([
  ['a whole picture of 640 × 480 pixels with a card on its table', 0.8, 640, 'too_small'],
  ['a card far away on it', 0.45, 640, 'too_far'],
  ['a card that fills it', 0.96, 640, undefined],
  ['the same card on a larger picture', 0.8, 1000, undefined],
] as const)('%s: %s of the width of %s pixels', async (_, size, width, expected) => {
  const sharp = await loadSharp()
  const colours = await stage({ specimen: 'sofia-marchetti-id-front', staging: { size, table: 'slate' } })
  const { data, info } = await sharp(colours, { raw: { ...FRAME, channels: 3 } })
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const seen = greyOf(new Uint8ClampedArray(data), info.width, info.height, 3)
  expect(judgePicture(seen, 'id-front').problems[0]).toBe(expected)
  const jpeg = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  expect((await judgeJpeg(jpeg, 'id-front')).problems[0]).toBe(expected)
})

test('paper with hardly anything on it is not called blurred', async () => {
  const { width, height } = FRAME
  const paper = Buffer.alloc(width * height, 230)
  const judged = () => judgePicture({ width, height, pixels: paper }, 'proof-of-address').problems
  expect(judged()).toEqual([])
  // One line of print.
  for (let y = 200; y < 216; y++)
    for (let x = 300; x < 500; x += 8) paper.fill(40, y * width + x, y * width + x + 3)
  expect(judged()).toEqual([])
  // A shadow that falls across it.
  for (let at = 0; at < paper.length; at++) paper[at] = 230 - Math.round(((at % width) / width) * 60)
  expect(judged()).toEqual([])
})
