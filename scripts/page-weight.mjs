import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chunksOf, isAdministration, scriptsOf } from './page-files.mjs'
import { root } from './root.mjs'

/**
 * How much JavaScript the first view of a page may load, gzipped (performance P1, P4, P12). `modules` are the
 * lazily loaded modules that this view needs on top of the entry.
 */
const budgets = [
  {
    page: 'Sign-in',
    modules: [],
    maxBytes: 125_000,
  },
  {
    page: 'Administration',
    modules: ['features/shell/admin-layout.tsx', 'pages/dashboard-page.tsx'],
    maxBytes: 156_000,
  },
  {
    page: 'Onboarding',
    modules: ['features/onboarding/onboarding-layout.tsx', 'features/onboarding/consumer/consumer-page.tsx'],
    maxBytes: 190_000,
  },
  {
    page: 'Desk',
    modules: ['features/shell/admin-layout.tsx', 'features/review/desk/desk-page.tsx'],
    maxBytes: 214_000,
  },
]

/** Applicants' pages, which load nothing of the administration (performance P4). */
const APPLICANTS_PAGES = [
  'features/onboarding/onboarding-layout.tsx',
  'features/onboarding/account-type-page.tsx',
  'features/onboarding/consumer/consumer-page.tsx',
  'features/onboarding/business/business-page.tsx',
]

/**
 * Modules that no page waits for: they load once it is idle, or when someone takes or chooses a photo. The buttons
 * that lead there are part of the page.
 */
const CAPTURE =
  /^(web\/shared\/capture\/(?!can-ask-for-camera|follow-hand-off|hand-off-button|lazy-camera|open-hand-off)|web\/shared\/documents\/picture-check\.|domain\/(faces\/|documents\/(brightness-picture|capture-hints|page-outline|page-straightening|picture-quality|sharpness)\.))/
/** The parts that consist of them. */
export const CAPTURE_PARTS = [
  'shared/capture/camera-dialog.tsx',
  'shared/capture/hand-off-dialog.tsx',
  'shared/documents/picture-check.ts',
]
/** Documents are only read on the server. */
const READERS = /^node_modules\/(@tesseract\.js-data|@vladmandic|libheif-js|mrz|pdfjs-dist|tesseract)/

/**
 * Weighs each page of the budget in the built client. Returns one line per page, and a sentence for each page
 * that is too heavy.
 */
export function weighPages(manifestFile, modulesFile) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const modules = JSON.parse(readFileSync(modulesFile, 'utf8'))
  const lines = []
  const problems = []
  for (const { page, modules, maxBytes } of budgets) {
    const missing = modules.filter((module) => !manifest[module])
    if (missing.length > 0) problems.push(`${page}: the build has no chunk for ${missing.join(', ')}.`)
    const files = scriptsOf(manifest, ['index.html', ...modules])
    const bytes = files.reduce((sum, file) => sum + weightOf(file), 0)
    const line = `${page}: ${kilobytes(bytes)} of ${kilobytes(maxBytes)} JavaScript, gzipped, in ${files.length} files`
    lines.push(line)
    if (bytes > maxBytes) problems.push(`${line}: too heavy.`)
  }
  for (const page of APPLICANTS_PAGES) {
    const parts = adminPartsOf(manifest, ['index.html', page])
    if (!manifest[page]) problems.push(`Onboarding: the build has no chunk for ${page}.`)
    if (parts.length > 0) problems.push(`${page} loads of the administration: ${parts.join(', ')}.`)
  }
  for (const part of CAPTURE_PARTS)
    if (!manifest[part]) problems.push(`Capture: the build has no chunk for ${part}.`)
  problems.push(...captureTooSoon(manifest, modules))
  return { lines, problems }
}

/** The bytes of a built file that are transferred. */
export function weightOf(file) {
  return gzipSync(readFileSync(join(root, 'dist/web', file))).length
}

/**
 * Returns one sentence for each page or overlay that loads modules of capture without being part of it, and for
 * each script that contains a reader.
 */
export function captureTooSoon(manifest, modules) {
  const parts = Object.keys(manifest).filter(
    (key) => manifest[key].isEntry || (manifest[key].isDynamicEntry && !CAPTURE_PARTS.includes(key)),
  )
  const tooSoon = parts.flatMap((part) => {
    const found = scriptsOf(manifest, ['index.html', part]).flatMap((file) =>
      (modules[file] ?? []).filter((module) => CAPTURE.test(module)),
    )
    return found.length > 0 ? [`${part} loads of capture: ${found.join(', ')}.`] : []
  })
  const readers = Object.entries(modules).flatMap(([file, made]) =>
    made.some((module) => READERS.test(module)) ? [`${file} has a reader, which belongs to the server.`] : [],
  )
  return [...tooSoon, ...readers]
}

/** Returns the modules of the administration among those that a browser loads for these. */
export function adminPartsOf(manifest, modules) {
  return [...chunksOf(manifest, modules)].filter(isAdministration)
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
