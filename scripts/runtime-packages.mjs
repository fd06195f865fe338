import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './root.mjs'

/** What the bundled server reads from node_modules: programs and data files that come with them. */
export const RUNTIME_PACKAGES = [
  'sharp',
  'libheif-js',
  '@napi-rs/canvas',
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  'pdfjs-dist',
  'tesseract.js-core',
  '@tesseract.js-data/deu',
  '@tesseract.js-data/eng',
  '@tesseract.js-data/nor',
  '@tesseract.js-data/pol',
  '@vladmandic/face-api',
  'pdfkit',
  'fontkit',
  'fontverter',
  'subset-font',
  '@fontsource/noto-sans',
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-sans-hebrew',
  '@fontsource/noto-sans-thai',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/hanken-grotesk',
  'swagger-ui-dist',
]

/** The smaller of the two sets of trained data in the package. */
const TRAINED = /^(package\.json|4\.0\.0_best_int(\/.*)?)$/

/** Files of a package that are never run. */
const UNUSED = /\.(map|d\.[cm]?ts)$/

/**
 * Which files are used of packages that bring far more: models without the program around them, and one build
 * of the reader.
 */
const PARTS = {
  'tesseract.js-core': /^(package\.json|LICENSE|tesseract-core-simd-lstm\.(js|wasm))$/,
  '@tesseract.js-data/deu': TRAINED,
  '@tesseract.js-data/eng': TRAINED,
  '@tesseract.js-data/nor': TRAINED,
  '@tesseract.js-data/pol': TRAINED,
  '@vladmandic/face-api':
    /^(package\.json|LICENSE|model|model\/(tiny_face_detector|face_landmark_68|face_recognition)_model[-.].*)$/,
}

/** Whether a file or folder of a package is copied, by its path in the package; `''` is the package itself. */
export function isCopied(name, path) {
  return !UNUSED.test(path) && (path === '' || PARTS[name]?.test(path) !== false)
}

/**
 * Returns the folders of packages and everything they depend on, as a lock file names them; those for other
 * platforms included.
 */
export function foldersOf(names, { packages }) {
  const found = new Set()
  const add = (folder) => {
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies } = packages[folder]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nearest = folderOf(name, folder, packages)
      if (nearest) add(nearest)
    }
  }
  for (const name of names) add(`node_modules/${name}`)
  return [...found].toSorted()
}

/** Where Node finds a package from inside another one: in its own node_modules, or in those above. */
function folderOf(name, from, packages) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const folder = join(place, 'node_modules', name)
    if (folder in packages) return folder
    if (place === '') return undefined
  }
}

// `node scripts/runtime-packages.mjs FOLDER` copies them there, for an image that has the bundle and no npm.
const [, program, target] = process.argv
if (program === import.meta.filename && target) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = foldersOf(RUNTIME_PACKAGES, lock).filter((folder) => existsSync(join(root, folder)))
  for (const folder of installed) {
    // A package's own nested node_modules are copied only if they are needed.
    const nested = join(root, folder, 'node_modules')
    const name = folder.slice('node_modules/'.length)
    const filter = (path) => path !== nested && isCopied(name, relative(join(root, folder), path))
    cpSync(join(root, folder), join(target, folder), { recursive: true, filter })
  }
  console.log(`${installed.length} packages in ${target}`)
}
