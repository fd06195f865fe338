import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Writes the bill of materials of the build, for anyone who watches its parts for vulnerabilities (security R66). */
export function writeBillOfMaterials(path) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  writeFileSync(path, `${JSON.stringify(billOfMaterials(read('package-lock.json')), null, 2)}\n`)
}

/**
 * Returns the CycloneDX 1.6 document of a lock file: every package that is not only for development, with its
 * hash.
 */
export function billOfMaterials({ packages }) {
  const { name, version, license } = packages['']
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const components = new Map(shipped.map(([path, entry]) => [refOf(path, entry), componentOf(path, entry)]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: [{ expression: license }] } },
    components: [...components.values()],
  }
}

function nameOf(path, entry) {
  return entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function refOf(path, entry) {
  return `pkg:npm/${nameOf(path, entry).replace('@', '%40')}@${entry.version}`
}

function componentOf(path, entry) {
  const purl = refOf(path, entry)
  const [algorithm, hash] = entry.integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name: nameOf(path, entry),
    version: entry.version,
    purl,
    scope: entry.optional ? 'optional' : 'required',
    ...(typeof entry.license === 'string' && { licenses: [{ license: { name: entry.license } }] }),
    ...(hash && {
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
      ],
    }),
  }
}
