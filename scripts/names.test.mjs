import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

/** Names that need explaining or mean something else in the glossary, what to write instead, and the exceptions. */
const BANNED = [
  {
    names: /^one$/,
    write: 'the noun of the thing, such as `user` or `row`; `left` and `right` of two that are compared',
  },
  {
    names: /\w(Words|_WORDS)$|^(Words|WORDS)$/,
    write: '`…Text`, `…Message` or `…Label`',
    stays: /^(decoded|name|family|trade)_?Words$/i,
  },
  { names: /^(mend(?!es$)|MEND)|Mend[A-Z]/, write: '`fix…` or `correct…`' },
  { names: /begun/i, write: '`started`', stays: /^begun_?people$/i },
  { names: /somebody|nobody/i, write: '`someone`, `noOne`', stays: /^nobody$/ },
  {
    names: /^(keep|kept)(?!s)[A-Z]|^Kep?t?[A-Z]|^KEPT_/,
    write: '`store…`, `renew…`, `retain…`: only a person keeps something',
    stays:
      /^(keepDocument|keepAlive(Timeout)?|keepAs|keepOpen|keepErrors|keepRendition|keptAs|keptAt|keptFigures|keptUntil|keptYears)$/,
  },
  { names: /keeper$/i, write: '`saver`' },
  { names: /^(Actor|staffActor|actorMay)$|Actor$/, write: '`ActingUser`', stays: /^byActor$/ },
  {
    names: /^settle(?!ment|d$)|^Settle[A-Z]|^Settled?$|^isSettled$/,
    write: '`change…` an invoice, `close…` a notice, `isFinal` of an item',
    stays: /^isSettled$/,
  },
  { names: /^ledger(Entr|Balance)|^LedgerEntr/i, write: '`InvoiceEntry`' },
  { names: /billing(?!_?email)/i, write: '`invoices`, `invoicing`, or `payments`' },
  { names: /^CaseRecord$/, write: '`Case`, `current`: only an event is recorded' },
  {
    names: /^note(?!(Id|Label|Hint|Missing|Of|Error)$)[A-Z]/,
    write: '`record…` of an event, `store…` of a row',
  },
  {
    names: /[a-z]Viewer$|^(Viewer|viewerOf)$/,
    write: '`reader`, or `ActingUser`',
    stays: /^DocumentViewer$/,
  },
  { names: /backOffice|unclaimed/i, write: '`staff`; `visitor` and `application`' },
  {
    names: /^(withName|giveCase|lookRecorder|keepRecords|UploadState|InvestorClaim|IdentityClaims)$/,
    write: 'what the glossary says',
  },
]

/** File names made of the same words. */
const BANNED_FILES =
  /(^|[/-])(words?|keep|keeper|kept|begun|back-office|unclaimed|framed-welcome|counting-misses|server-door|somebody|billing)[.-]|ledger-(entries|balance)/
const FILES_THAT_STAY = [
  // This is what a person says about a document.
  'keep-document.ts',
]

/** Terms that no comment, screen or document uses either. */
const BANNED_TERMS = /\bback[ -]office\b|\bconsent ledger\b|\bledger of an invoice\b/i

/** Which modules may export the same name, and why. */
const SHARED = {
  'an endpoint, the call a page makes and what answers it': ({ floors }) => floors.has('contract/endpoint'),
  'the journeys of a consumer, of a company and of an investor, each with its own of the parts that all have':
    ({ name }) =>
      /^(BackButton|ReviewAnswers|ReviewStep|RiskStep|StartStep|StepFrame|StepHelp|StepScreen|draftFrom(Profile|Values)|nameOfField|reviewGaps|stepOf(Field|Item)|stepToShow|textOfAnswer|valuesFromDraft)$/.test(
        name,
      ),
  'what a table of the contract lists, and its schema for the wire': ({ files }) =>
    files.size === 2 && [...files].some((file) => /^contract\/.*-schemas\.ts$/.test(file)),
  'a table, and the rows or the port that stand before it': ({ floors }) => floors.has('schema'),
}

const files = globSync('{bench,contract,deploy,domain,e2e,scripts,server,web}/**/*.{ts,tsx,mjs}', {
  cwd: root,
})
const isSupport = (file) =>
  /^(bench|e2e|scripts|deploy)\/|\/testing\/|\/testing\.ts$|\/fake-|\.test\.|\.d\.ts$/.test(file)

test('no name needs explaining', () => {
  expect(files.length).toBeGreaterThan(1500)
  expect(files.flatMap((file) => bannedIn(read(file), file).map((found) => `${file}: ${found}`))).toEqual([])
})

test('no file has a banned name', () => {
  const found = files.filter((file) => BANNED_FILES.test(file))
  expect(found.filter((file) => !FILES_THAT_STAY.some((stays) => file.endsWith(`/${stays}`)))).toEqual([])
})

test('no sentence has a banned term', () => {
  const documents = globSync('docs/{*.md,product/**/*.md}', { cwd: root })
  const written = [...files, ...documents].filter(
    (file) => !/^(scripts\/names\.test\.mjs|docs\/glossary\.md)$/.test(file),
  )
  expect(written.filter((file) => BANNED_TERMS.test(read(file)))).toEqual([])
})

test('what the glossary points to exists', () => {
  const shown = read('docs/glossary.md').matchAll(/^\| \*\*.*$/gm)
  const places = [...shown].flatMap(([row]) => [...row.matchAll(/`(?<name>[^`*]+)`/g)])
  expect(places.length).toBeGreaterThan(40)
  const sources = files.map((file) => [file, read(file)])
  const isThere = (name) => sources.some(([file, source]) => file.includes(name) || source.includes(name))
  expect(places.map(({ groups }) => groups.name).filter((name) => !isThere(name))).toEqual([])
})

test('an exported name means one thing', () => {
  expect(sharedNames(files.filter((file) => !isSupport(file)).map((file) => [file, read(file)]))).toEqual([])
})

test('each kind of banned name is found', () => {
  expect(bannedIn('list.map((one) => one.id)', 'a.ts')).toHaveLength(1)
  expect(bannedIn('const { one } = both\nfunction DueWords() {}', 'a.tsx')).toHaveLength(2)
  expect(bannedIn('interface Actor { id: number }\nexport const keepMatches = 1', 'a.ts')).toHaveLength(2)
  expect(bannedIn("import { type Look as DueWords } from './look.ts'", 'a.ts')).toHaveLength(1)
  expect(bannedIn('// one of them, in words\nconst text = "one"', 'a.ts')).toEqual([])
  expect(BANNED_FILES.test('web/parts/cases/due-words.ts')).toBe(true)
  expect(BANNED_TERMS.test('/** What the back office reads. */')).toBe(true)
  expect(
    sharedNames([
      ['domain/a.ts', 'export function standingOf() {}'],
      ['web/b.ts', 'export const standingOf = 1'],
    ]),
  ).toEqual(['standingOf: domain/a.ts, web/b.ts'])
})

function read(file) {
  return readFileSync(join(root, file), 'utf8')
}

/** Returns the banned names that a source declares, each with what to write instead. */
function bannedIn(source, file) {
  const words = source.replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '').match(/[A-Za-z_$][\w$]*/g) ?? []
  const suspects = new Map()
  for (const word of new Set(words)) {
    const rule = BANNED.find(({ names, stays }) => names.test(word) && !stays?.test(word))
    if (rule) suspects.set(word, rule.write)
  }
  if (suspects.size === 0) return []
  const declared = declaredIn(source, file)
  return [...suspects]
    .filter(([word]) => declared.has(word))
    .map(([word, write]) => `${word}: write ${write}`)
}

/**
 * Returns the names that a source declares itself: variables, parameters, functions, types and properties of
 * types.
 */
function declaredIn(source, file) {
  const names = new Set()
  const add = (node) => {
    if (node?.type === 'Identifier') names.add(node.value)
  }
  const addPattern = (node) => {
    if (node === null || node === undefined) return
    add(node)
    if (node.type === 'ObjectPattern')
      for (const property of node.properties) addPattern(property.value ?? property.argument ?? property.key)
    if (node.type === 'ArrayPattern') for (const element of node.elements) addPattern(element)
    if (node.type === 'AssignmentPattern') addPattern(node.left)
    if (node.type === 'RestElement') addPattern(node.argument)
  }
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return undefined
    if (node.type === 'VariableDeclarator') addPattern(node.id)
    if (node.type === 'ImportSpecifier' && node.imported) add(node.local)
    if (node.type === 'Parameter') addPattern(node.pat)
    if (node.type === 'ArrowFunctionExpression') node.params.forEach(addPattern)
    if (node.type === 'TsFunctionType') node.params.forEach(addPattern)
    if (/^(Function|Class)Declaration$/.test(node.type)) add(node.identifier)
    if (/^Ts(Interface|TypeAlias|Enum)Declaration$/.test(node.type)) add(node.id)
    if (/^Ts(Property|Method)Signature$/.test(node.type)) add(node.key)
    return Object.values(node).forEach(visit)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }).body)
  return names
}

/** Returns the names that several modules export, except those that may be shared. */
function sharedNames(sources) {
  const modules = new Map()
  for (const [file, source] of sources)
    for (const [, kind, name] of source.matchAll(
      /^export (?:async )?(?:abstract )?(function\*?|const|class|type|interface|enum) (\w+)/gm,
    )) {
      const isEndpoint = kind === 'const' && source.includes(`export const ${name} = endpoint(`)
      const isChange = kind === 'const' && source.includes(`export const ${name} = staffChange(`)
      const floor = file.includes('/schema/') ? 'schema' : isEndpoint || isChange ? 'contract/endpoint' : file
      const known = modules.get(name) ?? { name, floors: new Set(), files: new Set() }
      known.floors.add(floor)
      known.files.add(file)
      modules.set(name, known)
    }
  return [...modules.values()]
    .filter((shared) => shared.files.size > 1 && !Object.values(SHARED).some((may) => may(shared)))
    .map(({ name, files }) => `${name}: ${[...files].sort().join(', ')}`)
    .sort()
}
