import { copyFileSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { build } from 'rolldown'
import { capture } from './processes.mjs'
import { root } from './root.mjs'
import { RUNTIME_PACKAGES } from './runtime-packages.mjs'
import { sourceLocations } from './source-locations.mjs'

// Bundles the server for production and starts it once: a few files are read instead of searching node_modules
// thousands of times, code that a request does not need stays in a separate chunk until it is needed, and the
// code of a start is found compiled (performance P10).
const outDir = join(root, 'dist/server')

const COMPILE = join(import.meta.dirname, 'compile-server.mjs')

const external = [
  ...RUNTIME_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`)),
  /^@img\//,
  // Optional dependencies of packages that work without them.
  /^pg-native$/,
  /^pino-pretty$/,
]

const programs = ['server/admin.ts', ...globSync('server/**/*-worker.ts', { cwd: root })]
rmSync(outDir, { recursive: true, force: true })
const { output } = await build({
  cwd: root,
  input: {
    serve: join(root, 'server/main.ts'),
    ...Object.fromEntries(programs.map((file) => [basename(file, '.ts'), join(root, file)])),
  },
  platform: 'node',
  external,
  plugins: [sourceLocations(outDir)],
  // React is only used to render mails; its development build is bigger and slower.
  transform: { define: { 'process.env.NODE_ENV': '"production"' }, target: 'node24' },
  logLevel: 'warn',
  // A dependency of oidc-provider uses eval to name deprecated functions.
  checks: { eval: false },
  output: {
    format: 'es',
    dir: outDir,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name]-[hash].js',
    minify: 'dce-only',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
})
copyFileSync(join(import.meta.dirname, 'server-entry.mjs'), join(outDir, 'main.js'))

const dataDir = mkdtempSync(join(tmpdir(), 'verdaccord-build-'))
const { code, output: said } = await capture(process.execPath, [COMPILE], {
  cwd: dataDir,
  env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  // For a server that hangs: on a busy machine a start takes minutes.
  timeoutMs: 600_000,
})
if (code !== 0) console.error(`The server was built and does not start:\n${said}`)
process.exitCode = code
rmSync(dataDir, { recursive: true, force: true })
const bytes = output.reduce((sum, chunk) => sum + ('code' in chunk ? chunk.code.length : 0), 0)
console.log(
  `${relative(root, join(outDir, 'main.js'))}: ${output.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB under ${dirname('dist/server/.')}`,
)
