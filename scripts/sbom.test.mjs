import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { billOfMaterials } from './sbom.mjs'

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

test('R66 the bill of materials names what ships with its version and hash, and nothing that is only for development', () => {
  const { dependencies } = read('package.json')
  const { components, ...about } = billOfMaterials(read('package-lock.json'))
  expect(about).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'verdaccord' } },
  })
  for (const [name, version] of Object.entries(dependencies)) {
    const found = components.find((component) => component.name === name && component.version === version)
    expect(found).toMatchObject({ purl: `pkg:npm/${name.replace('@', '%40')}@${version}` })
    expect(found.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
  }
  // Some tools are dependencies of what ships; these are not.
  const tools = [
    'vitest',
    'knip',
    '@biomejs/biome',
    '@playwright/test',
    'playwright-core',
    'dependency-cruiser',
  ]
  expect(components.filter(({ name }) => tools.includes(name))).toEqual([])
  expect(new Set(components.map((component) => component['bom-ref'])).size).toBe(components.length)
})
