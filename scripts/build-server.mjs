import { copyFileSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { build } from 'rolldown'
import { capture } from './processes.mjs'
import { root } from './root.mjs'
import { RUNTIME_PACKAGES } from './runtime-packages.mjs'
import { serverPlugins } from './server-plugins.mjs'

// Bundles the server for production and starts it once: one file is read where node_modules would be searched thousands of
// times, what a request does not need stays in a chunk of its own until it is, and what a start runs is found compiled
// (performance P10).
const outDir = join(root, 'dist/server')

const COMPILE = join(import.meta.dirname, 'compile-server.mjs')

const external = [
  ...RUNTIME_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`)),
  /^@img\//,
  // Asked for by packages that do without them.
  /^pg-native$/,
  /^pino-pretty$/,
]

/** Puts programs into `outDir`, with what they load later in chunks of their own. */
async function bundle(input, { extension, ...options }) {
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
      ...options,
      dir: outDir,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunk-[name]-[hash].${extension}`,
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
  return output
}

rmSync(outDir, { recursive: true, force: true })
const tools = ['server/admin.ts', ...globSync('server/**/*-worker.ts', { cwd: root })]
const output = [
  // What every start needs is one script, of which V8 can keep what it compiled.
  ...(await bundle(
    { serve: join(root, 'server/main.ts') },
    {
      format: 'cjs',
      extension: 'cjs',
      dynamicImportInCjs: false,
      codeSplitting: { groups: [{ name: 'serve', tags: ['$initial'] }] },
    },
  )),
  ...(await bundle(Object.fromEntries(tools.map((file) => [basename(file, '.ts'), join(root, file)])), {
    format: 'es',
    extension: 'js',
  })),
]
copyFileSync(join(import.meta.dirname, 'server-entry.mjs'), join(outDir, 'main.js'))

const dataDir = mkdtempSync(join(tmpdir(), 'verdaccord-build-'))
for (const failure of ['does not start', 'does not take what was compiled']) {
  const { code, output: said } = await capture(process.execPath, [COMPILE], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    timeoutMs: 120_000,
  })
  if (code === 0) continue
  console.error(`The server was built and ${failure}:\n${said}`)
  process.exitCode = code
  break
}
rmSync(dataDir, { recursive: true, force: true })
const bytes = output.reduce((sum, chunk) => sum + ('code' in chunk ? chunk.code.length : 0), 0)
console.log(
  `${relative(root, join(outDir, 'main.js'))}: ${output.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB under ${dirname('dist/server/.')}`,
)
