import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measurement } from './lib/report.ts'

// The size of what takes photos and reads documents: installed, in the runtime image and transferred; and that
// no other page loads any of it.

interface Manifest {
  [part: string]: { file: string; assets?: string[] }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const script = <Exports>(name: string): Promise<Exports> =>
  import(new URL(`../scripts/${name}.mjs`, import.meta.url).href) as Promise<Exports>
// Plain JavaScript, shared with the build and not type-checked.
const { RUNTIME_PACKAGES, isCopied } = await script<{
  RUNTIME_PACKAGES: string[]
  isCopied(name: string, path: string): boolean
}>('runtime-packages')
const { scriptsOf } = await script<{ scriptsOf(manifest: Manifest, parts: string[]): string[] }>('page-files')
const { captureTooSoon, weightOf } = await script<{
  captureTooSoon(manifest: Manifest, modules: unknown): string[]
  weightOf(file: string): number
}>('page-weight')
const { manifestFile, modulesFile } =
  await script<Record<'manifestFile' | 'modulesFile', string>>('web-build')

const PACKAGES = [
  ['tesseract.js-core', 'in the process that reads, with the first document'],
  ['@tesseract.js-data/eng', 'with it'],
  ['@tesseract.js-data/deu', 'with it'],
  ['@tesseract.js-data/nor', 'with it'],
  ['@tesseract.js-data/pol', 'with it'],
  ['mrz', 'with it: its table of states is bundled'],
  ['@vladmandic/face-api', 'in the process that counts faces, and one model in a browser'],
  ['libheif-js', 'in a thread of its own, with the first HEIC that a browser can’t turn'],
  ['uqr', 'bundled with what shows a code for a phone or an app'],
] as const

/** The part that asks for documents, and what it loads when someone chooses to give one. */
const ASKING = 'features/onboarding/consumer/asking-screens.tsx'
const PARTS = [
  ['shared/capture/camera-dialog.tsx', 'camera', 'with “Take a photo”'],
  ['shared/documents/picture-check.ts', 'look at a chosen file', 'with a file'],
  ['shared/capture/hand-off-dialog.tsx', 'code for a phone', 'with “Take it with your phone”'],
] as const
const ASSETS = [
  [/^capture-worker-.*\.js$/, 'worker of the camera', 'with the camera, or a file'],
  [/^tiny_face_detector_model-.*\.bin$/, 'model of faces', 'with the first selfie'],
] as const

await measurement(async () => {
  const [manifest, modules] = [manifestFile, modulesFile].map((file) =>
    JSON.parse(readFileSync(file, 'utf8')),
  )
  const packages = PACKAGES.map(([name, when]) => {
    const files = filesUnder(join(root, 'node_modules', name))
    const isInImage = (RUNTIME_PACKAGES as readonly string[]).includes(name)
    const image = isInImage ? files.filter(({ path }) => isCopied(name, path)) : []
    return { name, when, installed: bytesOf(files), image: bytesOf(image) }
  })
  const asking = new Set(scriptsOf(manifest, ['index.html', ASKING]))
  const parts = PARTS.map(([part, name, when]) => {
    const more = scriptsOf(manifest, [part]).filter((file) => !asking.has(file))
    return { name, when, bytes: more.reduce((sum, file) => sum + weightOf(file), 0) }
  })
  const assets = ASSETS.map(([pattern, name, when]) => {
    const file = readdirSync(join(root, 'dist/web/assets')).find((each) => pattern.test(each))
    if (!file) throw new Error(`The build has no ${name}`)
    // Scripts are sent compressed, models are not.
    const path = join(root, 'dist/web/assets', file)
    return { name, when, bytes: file.endsWith('.js') ? weightOf(`assets/${file}`) : statSync(path).size }
  })
  const tooSoon = captureTooSoon(manifest, modules)
  const total = (key: 'installed' | 'image') => packages.reduce((sum, each) => sum + each[key], 0)
  const line = [...parts, ...assets].map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(', ')
  return {
    goal: 'Sizes of what takes photos and reads documents',
    product: `${megabytes(total('installed'))} installed, ${megabytes(total('image'))} in the image; over the line: ${line}`,
    beside: 'the page that asks for documents, without them',
    ratio: tooSoon.length === 0 ? 'nothing too soon' : tooSoon.join(' '),
    limit: 'nothing of it in the first load of any other page',
    isMet: tooSoon.length === 0,
    table: {
      head: ['', 'installed', 'in the image', 'over the line', 'loaded'],
      rows: [
        ...packages.map(({ name, when, installed, image }) => [
          name,
          megabytes(installed),
          image > 0 ? megabytes(image) : '',
          '',
          when,
        ]),
        ...[...parts, ...assets].map(({ name, when, bytes }) => [name, '', '', kilobytes(bytes), when]),
      ],
    },
  }
})

function filesUnder(folder: string): { path: string; bytes: number }[] {
  if (!existsSync(folder)) throw new Error(`${folder} is not installed`)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(folder, file), bytes: statSync(file).size }))
}

function bytesOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
