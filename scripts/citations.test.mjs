import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

// What code cites is a heading in docs/product: `onboarding §5`, `account-admin §2, Account page`,
// `cases, Deciding`, `security R24`, or a bare `A13` in a comment or the name of a test. `T2` there is in
// docs/security-tests.md, `performance P9` in bench/README.md. If a page is named by its file, the heading
// follows the file name.
const SECTION = /([\w-]+),? §(\d+(?:\.\d+)?)((?:,| and| or) §\d+(?:\.\d+)?)*/g
/** A heading named after its section: "design §7, Buttons", up to the end of the citation. */
const PART = /\b([\w-]+) §(\d+(?:\.\d+)?), ([A-Z"'][^);:.§]*|steps? \d)(?=[);:.])/g
/** A comment, or a line that names a test. */
const COMMENT = /(?:^|\s)(?:\/\/|\/?\*|--|#) .*$|\b(?:test|describe)(?:\.\w+)*\(\s*['"`].*$/gm
const BARE_RULE = /\b(?:[RAB]\d{2}|R[1-9])\b/g
const RULES = /(?:\bsecurity |['"`])((?:(?:[RAB]\d{2}|R[1-9]|T\d+(?= ))\b(?:,| and)? ?)+)/g
const GOAL = /\bperformance ((?:P\d+(?:, )?)+)/g
const PAGE = /\b([\w-]+\.md)\b(?:, ([A-Z]\w+(?: [a-z]+)*)\))?/g
const DECISION = /\bdecision (\d{3})\b/g
/** Pages that are cited by their file, not by a word in front of a heading. */
const UNCITED = /[(;] ?(?:architecture|operations|scaling|glossary)[,:] \w+/g

const read = (file) => readFileSync(join(root, file), 'utf8')
const headings = (page) =>
  [...read(`docs/product/${page}`).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
const pages = new Map(
  globSync('*.md', { cwd: join(root, 'docs/product') }).map((page) => [
    page.replace('.md', ''),
    headings(page),
  ]),
)
const documents = globSync(['*.md', 'bench/*.md', 'docs/**/*.md'], { cwd: root })
const rows = (page) =>
  new Set([...read(page).matchAll(/^\| (\w+)/gm)].map(([, first]) => first.toUpperCase()))
const attacks = rows('docs/security-tests.md')
const goals = rows('bench/README.md')
/** `cases, Deciding`, of any page. */
const PLACES = new RegExp(`\\b(${[...pages.keys()].join('|')}), ([A-Z][a-z]+(?: [a-z-]+)*)`, 'g')
const decisions = globSync('*.md', { cwd: join(root, 'docs/decisions') }).map((page) => page.slice(0, 3))

test('every citation resolves to a heading', () => {
  const files = globSync(
    [
      '{contract,domain,server,web,e2e,bench,scripts,deploy}/**/*.{ts,tsx,mjs,css,yaml,conf,sql}',
      '*.{ts,mjs}',
    ],
    { cwd: root },
  ).filter((file) => file !== 'scripts/citations.test.mjs')
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => unresolved(read(file)).map((citation) => `${file}: ${citation}`))).toEqual(
    [],
  )
})

test('a citation that resolves to nothing is found', () => {
  const text = [
    '/** Onboarding §2 is here, onboarding §99 is not.',
    ' * Nor is nowhere §1, nor what breaks over a line (design',
    " * §98), nor cases, Nothing at all; nor security R99, 'A99 tried', 'R1 B99 T99 were', decision 999,",
    ' * Nor is (account-admin, Nowhere), as (account-admin, Error and not-found pages) is.',
    ' * Nor is (architecture: rules).',
    ' * performance P1, P99, none.md (security.md, Nowhere), (docs/product/onboarding.md, Companies). */',
    '// Account page is (account-admin §2, Account page), a wombat is not (account-admin §2, Wombat); R98: no',
    "test('R1 and R97 hold', () => {})",
  ].join('\n')
  expect(unresolved(text)).toEqual([
    'onboarding §99',
    'nowhere §1',
    'design §98',
    'account-admin §2, Wombat',
    'cases, Nothing',
    'account-admin, Nowhere',
    'R99',
    'A99',
    'B99',
    'T99',
    'R97',
    'R98',
    'decision 999',
    'architecture: rules',
    'P99',
    'none.md',
    'security.md, Nowhere',
  ])
})

/** Returns the citations of a file for which there is no heading, as they are written in the file. */
function unresolved(source) {
  // Comments break lines anywhere, even inside a citation.
  const text = source.replaceAll(/\n\s*(?:\*|\/\/)? ?/g, ' ')
  const sections = [...text.matchAll(SECTION)].flatMap(([whole, page]) =>
    [...whole.matchAll(/§(\d+(?:\.\d+)?)/g)]
      .filter(
        ([, number]) => !hasHeading(page.toLowerCase(), (heading) => heading.startsWith(dotted(number))),
      )
      .map(([section]) => `${page} ${section}`),
  )
  const places = [...text.matchAll(PLACES)]
    .filter(([, page, words]) => !hasHeading(page, (heading) => words.startsWith(heading)))
    .map(([, page, words]) => `${page}, ${words.split(' ')[0]}`)
  const parts = [...text.matchAll(PART)]
    .filter(([, page, number, words]) => !hasPart(page.toLowerCase(), number, words))
    .map(([whole]) => whole)
  const inComments = [...source.matchAll(COMMENT)].flatMap(([comment]) => comment.match(BARE_RULE) ?? [])
  const cited = [...text.matchAll(RULES)].flatMap(([, run]) => run.match(/\w\d+/g))
  const rules = [...new Set([...cited, ...inComments])].filter((rule) =>
    rule.startsWith('T')
      ? !attacks.has(rule)
      : !hasHeading('security', (heading) => heading.startsWith(`${rule} `)),
  )
  const choices = [...text.matchAll(DECISION)].filter(([, number]) => !decisions.includes(number))
  const figures = [...text.matchAll(GOAL)]
    .flatMap(([, run]) => run.match(/P\d+/g))
    .filter((goal) => !goals.has(goal))
  const named = [...text.matchAll(PAGE)].filter(([, file, words]) => !isPage(file, words))
  return [
    ...[...sections, ...parts, ...places, ...rules],
    ...choices.map(([whole]) => whole),
    ...[...text.matchAll(UNCITED)].map(([whole]) => whole.replace(/^[(;] ?/, '')),
    ...figures,
    ...named.map(([whole]) => whole.replace(')', '')),
  ]
}

const hasHeading = (page, fits) => pages.get(page)?.some(fits) ?? false

/** Whether a section of a page has a heading below it that starts with these words. */
function hasPart(page, number, words) {
  const all = pages.get(page) ?? []
  const section = all.findIndex((heading) => heading.startsWith(dotted(number)))
  const next = all.findIndex((heading, place) => place > section && /^\d+\. /.test(heading))
  return all.slice(section + 1, next < 0 ? undefined : next).some((heading) => heading.startsWith(words))
}

/** Whether there is such a page with a heading that starts with these words. */
function isPage(file, words) {
  const found = documents.filter((document) => basename(document) === file)
  if (!words) return found.length > 0
  return found.some((document) =>
    [...read(document).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => heading.startsWith(words)),
  )
}

/** "2" is the heading "2. Screens", "3.2" is "3.2 Sanctions lists". */
const dotted = (number) => (number.includes('.') ? `${number} ` : `${number}. `)
