import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { buildOffline } from './build-offline.mjs'
import { preloadsOf } from './page-files.mjs'
import { root } from './root.mjs'

// Builds the web client into dist/web, then draws with its parts the pages that people meet first (decision 033), into
// dist/web.drawn.json: the whole document by its address, with names in braces for what the server puts there. Last come
// the offline page and the service worker that shows it. Which scripts the pages that people wait for need beside the first
// ones is in dist/web.preloads.json.
await build({ logLevel: 'warn' })

const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8'))
writeFileSync(join(root, 'dist/web.preloads.json'), JSON.stringify(preloadsOf(manifest)))

const parts = join(root, 'dist/web.parts')
await build({
  logLevel: 'warn',
  plugins: [withoutLaterParts()],
  build: {
    ssr: 'drawn-pages.tsx',
    outDir: parts,
    manifest: false,
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
const { drawOfflinePage, drawPages } = await import(pathToFileURL(join(parts, 'drawn-pages.js')).href)
const shell = readFileSync(join(root, 'dist/web/index.html'), 'utf8')
const documents = (await drawPages()).map((page) => [page.path, documentOf(page)])
writeFileSync(join(root, 'dist/web.drawn.json'), JSON.stringify(Object.fromEntries(documents)))
await buildOffline({ folder: join(root, 'dist/web'), shell, page: drawOfflinePage() })
rmSync(parts, { recursive: true })

/**
 * The document of a drawn page: the shell with the page in it. What runs before the first paint fetches
 * its scripts afterwards.
 */
function documentOf({ title, html }) {
  const [entry, ...scripts] =
    /<script type="module" crossorigin src="(.*?)"><\/script>\s*(?:<link rel="modulepreload".*?>\s*)*/.exec(
      shell,
    ) ?? []
  // First what the others build upon.
  const needed = entry?.matchAll(/rel="modulepreload" crossorigin href="(.*?)"/g) ?? []
  const app = [...Array.from(needed, ([, href]) => href), ...scripts].join(' ')
  const [beforePaint] = /<script src="[^"]*before-paint[^"]*">/.exec(shell) ?? []
  return [
    ['<title>Verdaccord</title>', `<title>${title}</title>`],
    [beforePaint, beforePaint?.replace('>', ` data-app="${app}">`)],
    ['<div id="root"></div>', `<div id="root">${html}</div>`],
    [entry, ''],
  ].reduce((document, [part, drawn]) => {
    if (!part || !document.includes(part)) throw new Error(`web/index.html is not as it was: ${part}`)
    return document.replace(part, () => drawn)
  }, shell)
}

/** Pages and overlays that load later are not drawn. */
function withoutLaterParts() {
  return { name: 'without-later-parts', resolveDynamicImport: (id) => ({ id, external: true }) }
}
