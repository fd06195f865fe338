import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { root } from './root.mjs'

const OF_EVERY_PAGE = /^<meta\b|\brel="(?:icon|stylesheet)"|\bas="font"|^<script src="[^"]*before-paint/

/**
 * Writes the offline page and its script to the hashed files of `folder`, and the service worker that stores
 * them next to the pages. `shell` is the built page without content, whose look they share; `page` is the drawn
 * one.
 */
export async function buildOffline({ folder, shell, page }) {
  const [script] = await bundle('look-after', {
    dir: join(folder, 'assets'),
    entryFileNames: 'offline-[hash:7].js',
  })
  const { document, files } = offlineDocument(shell, page, `/assets/${script.fileName}`)
  const name = `/assets/offline-${hashOf(document, folder, files)}.html`
  writeFileSync(join(folder, name), document)
  await bundle(
    'service-worker',
    { dir: folder, entryFileNames: 'service-worker.js' },
    { OFFLINE_FILES: JSON.stringify([name, ...files]) },
  )
}

/** Returns the offline page, with what every page has in its head, and the addresses of everything that it loads. */
export function offlineDocument(shell, { title, html }, script) {
  const tags = shell.match(/<(?:meta|link|script)\b[^>]*>/g)?.filter((tag) => OF_EVERY_PAGE.test(tag)) ?? []
  const head = [
    ...tags.map((tag) => (tag.startsWith('<script') ? `${tag}</script>` : tag)),
    `<title>${title}</title>`,
    `<script type="module" src="${script}"></script>`,
  ]
  const files = head.flatMap((tag) => /\b(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? [])
  for (const [part, pattern] of Object.entries({ style: /\.css$/, font: /\.woff2$/, theme: /before-paint/ }))
    if (!files.some((file) => pattern.test(file))) throw new Error(`web/index.html has no ${part} any more`)
  const document = `<!doctype html>
<html lang="en-GB">
  <head>
    ${head.join('\n    ')}
  </head>
  <body>
    <div id="root">${html}</div>
  </body>
</html>
`
  return { document, files }
}

/** The hash of the page and its files: some file names contain no hash. */
function hashOf(document, folder, files) {
  const hash = createHash('sha256').update(document)
  for (const file of files) hash.update(readFileSync(join(folder, file)))
  return hash.digest('base64url').slice(0, 7)
}

/** Bundles a file of web/offline into one script. */
async function bundle(name, output, define = {}) {
  const { output: written } = await build({
    cwd: root,
    input: join(root, 'web/offline', `${name}.ts`),
    platform: 'browser',
    transform: { define, target: 'es2023' },
    logLevel: 'warn',
    output: { ...output, format: 'iife', minify: true, comments: false },
  })
  return written
}
