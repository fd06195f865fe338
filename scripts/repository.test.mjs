import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'
import { COMPANY } from '../contract/company.ts'
import { isPageAddress, PAGE_PATHS } from '../contract/page-paths.ts'
import { root } from './root.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json'))

test('only server/config.ts reads the environment', () => {
  const product = globSync('{contract,domain,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => file !== 'server/config.ts' && !file.includes('/testing/') && !/\.test\.tsx?$/.test(file),
  )
  expect(product.filter((file) => /\bprocess\.env\b|import\.meta\.env\b/.test(read(file)))).toEqual([])
})

test('the product names the version of the package, which the build’s bill of materials has as well', () => {
  const { version, packages } = JSON.parse(read('package-lock.json'))
  expect([COMPANY.version, version, packages[''].version]).toEqual(Array(3).fill(manifest.version))
})

test('domain rules use neither the clock nor randomness', () => {
  const rules = globSync('domain/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(
    rules.filter((file) => /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID\(/.test(read(file))),
  ).toEqual([])
})

test('a link to one of our pages goes through the router', () => {
  const pages = globSync('web/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))
  expect(pages.length).toBeGreaterThan(300)
  expect(pages.filter((file) => /<a\s[^>]*href="\/(?!api\/)[a-z]/.test(read(file)))).toEqual([])
})

/** Returns the addresses that a source names as a `path` or `href`; what a template fills in is an `x`. */
function addressesIn(source, tsx = false) {
  const found = []
  const add = (value) => {
    if (value.type === 'ConditionalExpression') [value.consequent, value.alternate].forEach(add)
    const text =
      value.type === 'StringLiteral'
        ? value.value
        : value.quasis?.map(({ cooked, raw }) => cooked ?? raw).join('x')
    if (text?.startsWith('/')) found.push(text)
  }
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return undefined
    if (node.type === 'KeyValueProperty' && /^(path|href)$/.test(node.key.value)) add(node.value)
    return Object.values(node).forEach(visit)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx }).body)
  return found
}

test('what the server links to in notices, mails and next steps is a page', () => {
  const patterns = PAGE_PATHS.map(
    (path) => new RegExp(`^${path.replace(/\/\{-\$\w+\}/, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}$`),
  )
  const isMissing = (address) =>
    isPageAddress(address) && !patterns.some((pattern) => pattern.test(address.split(/[?#]/)[0]))
  const files = globSync('{domain,server}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\/|\/fake-/.test(file),
  )
  const named = files.flatMap((file) => addressesIn(read(file)).map((address) => ({ file, address })))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ address }) => isMissing(address))).toEqual([])
  const source = "tell({ path: isStaff ? '/admin/users/7' : '/profil?tab=edit', href: '/api/site' })"
  expect(addressesIn(source).filter(isMissing)).toEqual(['/profil?tab=edit'])
})

test('every dependency has one exact version', () => {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
})

test('every command starts a file that exists', () => {
  const files = Object.values(manifest.scripts).flatMap(
    (command) => command.match(/\S+\.(?:mjs|ts)\b/g) ?? [],
  )
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

describe('documents', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })

  test.each(documents)('%s names only files that exist', (document) => {
    const text = read(document)
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, path]) =>
      join(root, dirname(document), path),
    )
    const named = [
      ...text.matchAll(/`((?:contract|domain|server|web|e2e|bench|scripts|docs|deploy)\/[\w./-]*\w\/?)`/g),
    ]
    const paths = [...links, ...named.map(([, path]) => join(root, path))]
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  test('the tree in docs/architecture.md names only folders and files that exist', () => {
    const [, tree = ''] = /^## The tree\n```\n(.*?)```/ms.exec(read('docs/architecture.md')) ?? []
    const paths = globSync('{contract,domain,server,web,e2e,bench,scripts,deploy,docs}/**/*', { cwd: root })
    const existing = new Set(paths.flatMap((path) => path.split('/')))
    const named = [...tree.matchAll(/[\w-]+(?:\.tsx?\b|\/)/g)].map(([name]) => name.replace('/', ''))
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter((name) => !existing.has(name))).toEqual([])
  })

  test('docs/security-tests.md names only tests that exist, in files that have them', () => {
    const named = [
      ...read('docs/security-tests.md').matchAll(
        /`([\w./-]+\.(?:test|e2e)\.tsx?)`: ((?:“[^”]+”(?:, | in the same, | in )?)+)/g,
      ),
    ].flatMap(([, file, names]) => [...names.matchAll(/“([^”]+)”/g)].map(([, name]) => [file, name]))
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(([file, name]) => !read(file).includes(name))).toEqual([])
  })

  test.each(documents)('%s names only commands that exist', (document) => {
    const commands = [...read(document).matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name)
    expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([])
  })
})
