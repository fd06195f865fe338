import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileOfModule, NAMED_PARTS } from './page-files.mjs'
import { root } from './root.mjs'

/** A client whose entry lazily loads up to twelve parts, which share modules, and so on. */
const clients = fc
  .array(
    fc.record({
      size: fc.integer({ min: 0, max: 6_000 }),
      isOfAdministration: fc.boolean(),
      imports: fc.uniqueArray(fc.nat(39), { maxLength: 8 }),
    }),
    { minLength: 20, maxLength: 40 },
  )
  .map((modules) => {
    const idOf = (place) =>
      `/web/features/${modules[place].isOfAdministration ? 'review' : 'home'}/${place}.ts`
    const isAfter = (place) => (other) => other > place && other < modules.length
    const parts = Array.from({ length: 12 }, (_, place) => idOf(place + 1))
    return new Map(
      modules.map(({ size, imports }, place) => [
        idOf(place),
        {
          code: 'x'.repeat(size),
          importedIds: place === 0 ? [] : imports.filter(isAfter(place)).map(idOf),
          dynamicallyImportedIds: place === 0 ? parts : [],
        },
      ]),
    )
  })

const closure = (client, ids) => {
  const seen = new Set(ids)
  for (const id of seen) for (const imported of client.get(id).importedIds) seen.add(imported)
  return seen
}

/** Returns the modules that each lazily loaded part needs besides the entry file. */
function partsOf(client) {
  const first = closure(client, [[...client.keys()][0]])
  const reached = new Set(first)
  for (const id of reached)
    for (const next of [...client.get(id).importedIds, ...client.get(id).dynamicallyImportedIds])
      reached.add(next)
  const parts = new Set([...reached].flatMap((id) => client.get(id).dynamicallyImportedIds)).difference(first)
  return new Map([...parts].map((part) => [part, closure(client, [part]).difference(first)]))
}

const filesOf = (client) => fileOfModule([...client.keys()][0], (id) => client.get(id))

describe('the files of the client', () => {
  test('share a module that several parts use, and a part keeps what only it uses', () => {
    fc.assert(
      fc.property(clients, (client) => {
        const fileOf = filesOf(client)
        const parts = [...partsOf(client).values()]
        for (const id of new Set(parts.flatMap((modules) => [...modules])))
          expect(fileOf(id) !== null).toBe(parts.filter((modules) => modules.has(id)).length > 1)
      }),
    )
  })

  test('never import each other', () => {
    fc.assert(
      fc.property(clients, (client) => {
        const fileOf = filesOf(client)
        const imports = new Map()
        for (const [id, { importedIds }] of client)
          for (const imported of importedIds) {
            const [from, to] = [fileOf(id), fileOf(imported)]
            if (!from || !to || from === to) continue
            imports.set(from, (imports.get(from) ?? new Set()).add(to))
          }
        for (const file of imports.keys()) {
          const seen = new Set(imports.get(file))
          for (const other of seen) for (const next of imports.get(other) ?? []) seen.add(next)
          expect(seen.has(file)).toBe(false)
        }
      }),
    )
  })

  test('never mix what only the administration uses with what others load', () => {
    fc.assert(
      fc.property(clients, (client) => {
        const fileOf = filesOf(client)
        const parts = partsOf(client)
        const isOfAdministration = (part) => part.includes('/review/')
        const loadedBy = (modules) => new Set([...modules].flatMap((id) => fileOf(id) ?? []))
        const others = [...parts].filter(([part]) => !isOfAdministration(part))
        const loaded = loadedBy(new Set(others.flatMap(([, modules]) => [...modules])))
        const neededByOthers = new Set(others.flatMap(([, modules]) => [...modules]))
        for (const modules of parts.values())
          for (const id of modules)
            if (!neededByOthers.has(id) && fileOf(id)) expect(loaded.has(fileOf(id))).toBe(false)
      }),
    )
  })
})

test('every part that is named leads to a file', () => {
  const isThere = (part) => globSync(`${part}*`, { cwd: join(root, 'web') }).length > 0
  expect(NAMED_PARTS.filter((part) => !isThere(part))).toEqual([])
})
