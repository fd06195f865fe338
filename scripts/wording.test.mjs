import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

/** Phrases that people should not see: translated idiom, older English, and American spelling. */
const BANNED =
  /(?<![.\w])(mend(s|ed|ing)?|go(es)? on|begun|anew|stand(s|ing)? in|(came|comes) back|(taken?|takes?|took) back|somebody|nobody|waited for|lack(s|ed|ing)?|for good|as (it|they) stands?|whoever|customi[z]e\w*|organi[z]ation\w*|authori[z]\w*|recogni[z]e\w*)\b/i

/** Texts that the product shows exactly as its specification quotes them. */
const QUOTED = ['For companies and organizations', 'Only authorized administrators can access this area.']

const SQL = /\b(select|insert into|delete from|with \w+ as)\b.*\b(from|values|where)\b/is

test('sentences avoid banned phrases', () => {
  const files = globSync(['{contract,domain,server,web}/**/*.{ts,tsx}', 'scripts/**/*.mjs'], {
    cwd: root,
  }).filter(
    (file) =>
      !/\/testing\/|\/testing\.ts$|\/fake-[\w-]+\.ts$|\/test-files\.ts$|\.test\.(tsx?|mjs)$/.test(file),
  )
  const found = files.flatMap((file) =>
    sentencesOf(file)
      .filter((sentence) => BANNED.test(withoutQuoted(sentence)) && !SQL.test(sentence))
      .map((sentence) => `${file}: ${sentence}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

/** Older English that neither comments nor the names of tests use. */
const DATED_TURNS = [
  'anew|begun|borne|bears?|beside|amid|amongst|whilst|lest|likewise|nought|reckon\\w*|upon|whoever',
  '(some|any|every)body|nobody|mend(s|ed|ing)?|lacks|hence(forth)?|thereby|(there|where)(of|in|upon)|whence',
  '(tells?|hears?|says?) of|stands? (in|at|beside|there|on)|walk(s|ed)? through|go(es)? on|works? out again',
  'as ever|as it were|at hand|by halves|does? no harm|in spite of|in the place of|of late|twice is once',
  'what comes of',
]
const DATED = new RegExp(`\\b(${DATED_TURNS.join('|')})\\b`, 'i')
const SOURCES = '{bench,contract,deploy,domain,e2e,scripts,server,web}/**/*.{ts,tsx,mjs,css}'

test("comments are in today's English", () => {
  const found = globSync(SOURCES, { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(\/\/|\/?\*|\{\/\*)/.test(line) && DATED.test(line.replaceAll(/`[^`]*`/g, '')))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test("names of tests are in today's English", () => {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => /\.(test|e2e)\.(tsx?|mjs)$/.test(file))
  const named = files.flatMap((file) =>
    testNamesOf(readFileSync(join(root, file), 'utf8'), file.endsWith('x')).map((name) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(3000)
  expect(named.filter(({ name }) => DATED.test(name))).toEqual([])
})

test('a dated name of a test is found, in a table and in a group', () => {
  const source =
    "test.each([1])('mends %i', () => {})\ndescribe(`what it tells of`, () => test('works', run))"
  expect(testNamesOf(source, false).filter((name) => DATED.test(name))).toHaveLength(2)
})

test('a banned phrase is found in a string, a template and JSX', () => {
  const source = 'const a = ["Go on here", `Nobody knows`, <p>\n  Whoever reads\n  this</p>]'
  expect(textsOf(source, true).filter((text) => BANNED.test(text))).toHaveLength(3)
})

const withoutQuoted = (sentence) => QUOTED.reduce((text, quoted) => text.replaceAll(quoted, ''), sentence)

/** Returns the strings and texts of a source file that are sentences; a lower-case value of the wire is none. */
function sentencesOf(file) {
  return textsOf(readFileSync(join(root, file), 'utf8'), file.endsWith('x')).filter((text) =>
    /\S\s+\S|^[A-Z]/.test(text),
  )
}

function textsOf(source, tsx) {
  const texts = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return undefined
    if (node.type === 'ImportDeclaration' || node.type === 'TsLiteralType') return undefined
    if (node.type === 'StringLiteral' || node.type === 'JSXText') texts.push(node.value)
    if (node.type === 'TemplateElement') texts.push(node.cooked ?? node.raw)
    return Object.values(node).forEach(visit)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx }))
  return texts.map((text) => text.trim().replaceAll(/\s+/g, ' '))
}

/** Returns the names of the tests and groups in a source. */
function testNamesOf(source, tsx) {
  const names = []
  const rootOf = (node) => {
    if (node.type === 'MemberExpression') return rootOf(node.object)
    return node.type === 'CallExpression' ? rootOf(node.callee) : node.value
  }
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return undefined
    if (node.type === 'CallExpression' && /^(test|it|describe)$/.test(rootOf(node.callee))) {
      const name = node.arguments[0]?.expression
      if (name?.type === 'StringLiteral') names.push(name.value)
      if (name?.type === 'TemplateLiteral')
        names.push(name.quasis.map(({ cooked, raw }) => cooked ?? raw).join(''))
    }
    return Object.values(node).forEach(visit)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx }))
  return names
}
