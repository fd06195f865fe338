import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build } from 'rolldown'
import { root } from './root.mjs'
import { RUNTIME_PACKAGES } from './runtime-packages.mjs'
import { serverPlugins } from './server-plugins.mjs'

// Bundles the server for production: one file is read where node_modules would be searched thousands of times, and
// what a request does not need stays in a chunk of its own until it is (performance P10).
const outDir = join(root, 'dist/server')

const external = [
  ...RUNTIME_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`)),
  /^@img\//,
  // Asked for by packages that do without them.
  /^pg-native$/,
  /^pino-pretty$/,
]

const workers = globSync('server/**/*-worker.ts', { cwd: root })
const entries = ['server/main.ts', 'server/admin.ts', ...workers].filter((file) =>
  existsSync(join(root, file)),
)
const input = Object.fromEntries(entries.map((file) => [nameOf(file), join(root, file)]))

/** What is started is a door of two lines; the server behind it is found already compiled at the second start. */
function nameOf(file) {
  return file === 'server/main.ts' ? 'serve' : basename(file, '.ts')
}
const DOOR = `import { enableCompileCache } from 'node:module'
enableCompileCache()
await import('./serve.js')
`

rmSync(outDir, { recursive: true, force: true })
const { output } = await build({
  cwd: root,
  input,
  platform: 'node',
  external,
  plugins: serverPlugins(outDir),
  // React is here to render mails; its development build is bigger and slower.
  transform: { define: { 'process.env.NODE_ENV': '"production"' }, target: 'node24' },
  logLevel: 'warn',
  // A package that oidc-provider brings uses eval to name deprecated functions.
  checks: { eval: false },
  output: {
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name]-[hash].js',
    minify: 'dce-only',
    comments: { legal: true, annotation: false, jsdoc: false },
    cleanDir: false,
  },
})
// One letter beyond Latin-1 makes V8 keep a whole file in two bytes a letter (performance P10). Outside raw templates,
// which have none, an escape means the same wherever a letter may stand.
for (const chunk of output) {
  if (!('code' in chunk)) continue
  const escaped = chunk.code.replace(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(join(outDir, chunk.fileName), escaped)
}
const bytes = output.reduce((sum, chunk) => sum + ('code' in chunk ? chunk.code.length : 0), 0)
writeFileSync(join(outDir, 'main.js'), DOOR)
console.log(
  `${relative(root, join(outDir, 'main.js'))}: ${output.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB under ${dirname('dist/server/.')}`,
)
