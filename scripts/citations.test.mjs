import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

// What code cites stands in docs/product: `onboarding §5`, `cases, Deciding`, `security R24`, or a bare `A13` in the name of a test.
const SECTION = /([\w-]+),? §(\d+(?:\.\d+)?)((?:,| and| or) §\d+(?:\.\d+)?)*/g
const CASES = /\bcases, ([A-Z][a-z]+(?: [a-z]+)*)/g
const RULE = /(?:\bsecurity |['"`])([RAB]\d{2}|R[1-9])\b/g
const DECISION = /\bdecision (\d{3})\b/g

const read = (file) => readFileSync(join(root, file), 'utf8')
const headings = (page) =>
  [...read(`docs/product/${page}`).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
const pages = new Map(
  globSync('*.md', { cwd: join(root, 'docs/product') }).map((page) => [
    page.replace('.md', ''),
    headings(page),
  ]),
)
const decisions = globSync('*.md', { cwd: join(root, 'docs/decisions') }).map((page) => page.slice(0, 3))

test('every citation leads to a heading', () => {
  const files = globSync(
    '{contract,domain,server,web,e2e,bench,scripts,deploy}/**/*.{ts,tsx,mjs,css,yaml,conf}',
    {
      cwd: root,
    },
  ).filter((file) => file !== 'scripts/citations.test.mjs')
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => unresolved(read(file)).map((citation) => `${file}: ${citation}`))).toEqual(
    [],
  )
})

test('a citation of nothing is found', () => {
  const text = [
    '/** Onboarding §2 is here, onboarding §99 is not.',
    ' * Nor is nowhere §1, nor what breaks over a line (design',
    " * §98), nor cases, Nothing at all; nor security R99, 'A99 tried', decision 999. */",
  ].join('\n')
  expect(unresolved(text)).toEqual([
    'onboarding §99',
    'nowhere §1',
    'design §98',
    'cases, Nothing',
    'R99',
    'A99',
    'decision 999',
  ])
})

/** The citations of a file that no heading answers, as they are written there. */
function unresolved(source) {
  // A comment breaks its lines anywhere, also inside a citation.
  const text = source.replaceAll(/\n\s*(?:\*|\/\/)? ?/g, ' ')
  const sections = [...text.matchAll(SECTION)].flatMap(([whole, page]) =>
    [...whole.matchAll(/§(\d+(?:\.\d+)?)/g)]
      .filter(
        ([, number]) => !hasHeading(page.toLowerCase(), (heading) => heading.startsWith(dotted(number))),
      )
      .map(([section]) => `${page} ${section}`),
  )
  const cases = [...text.matchAll(CASES)]
    .filter(([, words]) => !hasHeading('cases', (heading) => words.startsWith(heading)))
    .map(([, words]) => `cases, ${words.split(' ')[0]}`)
  const rules = [...text.matchAll(RULE)]
    .filter(([, rule]) => !hasHeading('security', (heading) => heading.startsWith(`${rule} `)))
    .map(([, rule]) => rule)
  const choices = [...text.matchAll(DECISION)].filter(([, number]) => !decisions.includes(number))
  return [...sections, ...cases, ...rules, ...choices.map(([whole]) => whole)]
}

const hasHeading = (page, fits) => pages.get(page)?.some(fits) ?? false

/** "2" is the heading "2. Screens", "3.2" is "3.2 Sanctions lists". */
const dotted = (number) => (number.includes('.') ? `${number} ` : `${number}. `)
