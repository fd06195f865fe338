import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

const source = (file) => readFileSync(join(root, file), 'utf8')
const declared = (css) => [...css.matchAll(/--([\w-]+): ?(#[\da-f]{3,8})\b/gi)]
const short = (colour) => colour.toLowerCase().replace(/^#fff$/, '#ffffff')

/** Each token with its values in the light and the dark theme. */
const tokens = new Map()
for (const [, name, colour] of declared(source('web/styles/tokens.css')))
  tokens.set(name, [...(tokens.get(name) ?? []), short(colour)])
const values = new Set([...tokens.values()].flat())

const SERVED = globSync('server/{features,model,platform}/**/*.{ts,css,svg}', { cwd: root })
  .concat(globSync('web/public/*.{css,svg}', { cwd: root }))
  .filter((file) => !/\.test\.ts$/.test(file))

test('what the server draws itself, mails and documents included, only uses colours of the tokens', () => {
  const foreign = SERVED.flatMap((file) =>
    [...source(file).matchAll(/#(?:[\da-f]{6}|fff)\b/gi)]
      .map(([colour]) => short(colour))
      .filter((colour) => !values.has(colour))
      .map((colour) => `${file}: ${colour}`),
  )
  expect(SERVED.length).toBeGreaterThan(100)
  expect(foreign).toEqual([])
})

test('a token has the same values wherever it is declared', () => {
  const other = SERVED.flatMap((file) =>
    declared(source(file))
      .filter(([, name, colour]) => !tokens.get(name)?.includes(short(colour)))
      .map(([declaration]) => `${file}: ${declaration}`),
  )
  expect(other).toEqual([])
})

test('the type of the pages that the server serves grows with the letters of the browser', () => {
  const fixed = SERVED.filter((file) => file.endsWith('.css')).flatMap((file) =>
    [...source(file).matchAll(/(?:font-size|line-height):\s*\d+px|\d+px \/ \d+px/g)].map(
      ([type]) => `${file}: ${type}`,
    ),
  )
  expect(fixed).toEqual([])
})

test('no page or component in the browser names a colour itself', () => {
  const named = globSync('web/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...source(file).matchAll(/['"[_]#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})['"\]]|\brgba?\(\d/gi)].map(
        ([colour]) => `${file}: ${colour}`,
      ),
    )
  expect(named).toEqual([])
})
