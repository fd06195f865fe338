import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

// What code cites is one rule, a heading in docs/product that says why and where it comes from: `onboarding §5.2`,
// `cases, Four eyes`, `security R24`, or a bare `A13` in a comment or the name of a test. `T2` there is in
// docs/security-tests.md, `performance P9` in bench/README.md. If a page is named by its file, the heading
// follows the file name.
const SECTION = /([\w-]+),? §(\d+(?:\.\d+)?)((?:,| and| or) §\d+(?:\.\d+)?)*/g
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
const pages = new Map(
  globSync('*.md', { cwd: join(root, 'docs/product') }).map((file) => {
    const page = file.replace('.md', '')
    return [page, rulesOf(page, read(`docs/product/${file}`))]
  }),
)
const documents = globSync(['*.md', 'bench/*.md', 'docs/**/*.md'], { cwd: root })
const rows = (page) =>
  new Set([...read(page).matchAll(/^\| (\w+)/gm)].map(([, first]) => first.toUpperCase()))
const attacks = rows('docs/security-tests.md')
const goals = rows('bench/README.md')
/** `cases, Four eyes`, of any page. */
const PLACES = new RegExp(`\\b(${[...pages.keys()].join('|')}), ([A-Z][a-z]*\\b(?: [\\w-]+)*)`, 'g')
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

test('a heading is a rule only if it says why and where it comes from', () => {
  const page = (text) => rulesOf('any', `## 1. Words\n${text}\n### 1.1 Part\nIt is so.`)
  expect(page('It is so.')).toEqual([])
  expect(page('Why: people ask.')).toEqual([])
  expect(page('It is so.\nWhy: people ask. Source: a law.')).toEqual(['1. Words', '1.1 Part'])
  expect(page('It is so.\nOur choice, because people ask.')).toEqual(['1. Words', '1.1 Part'])
  expect(rulesOf('law', '## 1. Words\nIt is so.\nSource: a law.\n## 2. More\nIt is so.')).toEqual([
    '1. Words',
  ])
})

test('a citation that resolves to nothing is found', () => {
  const text = [
    '/** Onboarding §2.1 is here, onboarding §99 is not, nor is a chapter, onboarding §4.',
    ' * Nor is nowhere §1, nor what breaks over a line (design',
    " * §98), nor cases, Nothing at all; nor security R99, 'A99 tried', 'R1 B99 T99 were', decision 999,",
    ' * Nor is (account-admin, Nowhere), as (cases, Before an ID expires) is.',
    ' * Nor is (architecture: rules).',
    ' * performance P1, P99, none.md (security.md, Nowhere), (docs/product/onboarding.md, Groups). */',
    '// R98: no',
    "test('R1 and R97 hold', () => {})",
  ].join('\n')
  expect(unresolved(text)).toEqual([
    'onboarding §99',
    'onboarding §4',
    'nowhere §1',
    'design §98',
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
    ...[...sections, ...places, ...rules],
    ...choices.map(([whole]) => whole),
    ...[...text.matchAll(UNCITED)].map(([whole]) => whole.replace(/^[(;] ?/, '')),
    ...figures,
    ...named.map(([whole]) => whole.replace(')', '')),
  ]
}

/**
 * Returns the headings of a page that are rules: they say why and name their source, by themselves or in their
 * chapter's own words. Law is its own reason; a number in brackets is a section of OWASP ASVS.
 */
function rulesOf(page, text) {
  const says = (own) =>
    /^Our choice, /m.test(own) ||
    (/\bSource\b.*: |\[\d+\.\d/.test(own) && (page === 'law' || /\bWhy: /.test(own)))
  let chapter = ''
  return text
    .split(/^(?=#)/m)
    .map((part) => /^(#+) (.+)\n?([\s\S]*)$/.exec(part))
    .flatMap((parts) => {
      const [, level = '', heading = '', own = ''] = parts ?? []
      if (level.length < 3) chapter = own
      return says(own) || says(chapter) ? [heading] : []
    })
}

const hasHeading = (page, fits) => pages.get(page)?.some(fits) ?? false

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
