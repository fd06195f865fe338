import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { capture } from './processes.mjs'
import { root } from './root.mjs'

const inputs = [
  'web',
  'contract',
  'domain',
  'scripts/build-offline.mjs',
  'scripts/build-web.mjs',
  'scripts/page-files.mjs',
  'scripts/web-build.mjs',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const stamp = join(root, 'dist/web.inputs')

/** Where the list of built files is: outside the folder that is served. */
export const manifestFile = join(root, 'dist/web.manifest.json')
/** The list of the modules in each script. */
export const modulesFile = join(root, 'dist/web.modules.json')

/** Builds the web client into dist/web unless the same inputs were built before. Throws with the builder's output. */
export async function ensureWebBuilt(runtime) {
  const hash = hashOf(inputs)
  if (read(stamp) === hash && existsSync(join(root, 'dist/web/index.html'))) return
  console.log('Building…')
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await capture(runtime, ['scripts/build-web.mjs'], { cwd: root, env })
  if (code !== 0) throw new Error(`The web client could not be built:\n${output}`)
  renameSync(join(root, 'dist/web/.vite/manifest.json'), manifestFile)
  renameSync(join(root, 'dist/web/.vite/modules.json'), modulesFile)
  rmSync(join(root, 'dist/web/.vite'), { recursive: true })
  compressAssets(join(root, 'dist/web'))
  writeFileSync(stamp, hash)
}

/** Compresses once, as far as possible, what the server would otherwise send uncompressed (performance P1). */
function compressAssets(folder) {
  for (const file of filesUnder('.', folder)) {
    if (!/\.(js|css|svg)$|\/assets\/.*\.html$/.test(file)) continue
    const content = readFileSync(join(folder, file))
    writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }))
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content))
  }
}

/**
 * Returns one hash over the names and contents of files and folders, without tests, which are not part of the
 * client.
 */
export function hashOf(paths, base = root) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesUnder(path, base))) {
    hash.update(`${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(base, path)))
        .digest(),
    )
  }
  return hash.digest('hex')
}

function filesUnder(path, base) {
  const entries = tryReaddir(join(base, path))
  if (!entries) return existsSync(join(base, path)) ? [path] : []
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(`${path}/${entry.name}`, base))
    .filter((file) => !/\.test\.[a-z]+$/.test(file))
}

function tryReaddir(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return undefined
  }
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
