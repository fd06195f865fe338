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

/** Older English that comments don't use. */
const DATED =
  /\b(anew|begun|whoever|(some|any|every)body|nobody|mend(s|ed|ing)?|lacks|in the place of|says? of itself)\b/i

test("comments are in today's English", () => {
  const found = globSync(['{bench,contract,domain,e2e,scripts,server,web}/**/*.{ts,tsx,mjs,css}'], {
    cwd: root,
  }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(\/\/|\/?\*|\{\/\*)/.test(line) && DATED.test(line.replaceAll(/`[^`]*`/g, '')))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
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
