import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './root.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json'))

test('only server/config.ts reads the environment', () => {
  const product = globSync('{contract,domain,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => file !== 'server/config.ts' && !file.includes('/testing/') && !/\.test\.tsx?$/.test(file),
  )
  expect(product.filter((file) => /\bprocess\.env\b|import\.meta\.env\b/.test(read(file)))).toEqual([])
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
