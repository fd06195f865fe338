import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VARIABLES } from './config-variables.ts'

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
const documented = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]*)` \|/gm)].map(([, name]) => name)

test('docs/configuration.md has one row for each variable, and no others', () => {
  expect(documented.toSorted()).toEqual(Object.keys(VARIABLES).toSorted())
})

test('every variable named anywhere in docs/configuration.md exists', () => {
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z]+)+)\b/g)].map(([, name]) => name)
  expect(named.filter((name) => name !== undefined && !(name in VARIABLES))).toEqual([])
})
