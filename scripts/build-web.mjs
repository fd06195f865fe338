import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { buildOffline } from './build-offline.mjs'
import { preloadsOf } from './page-files.mjs'
import { root } from './root.mjs'

// Builds the web client into dist/web, then uses its parts to draw the pages that people see first (decision
// 033) into dist/web.drawn.json: the whole document by its address, with placeholders in braces for what the
// server fills in. Last come the offline page and the service worker that shows it. dist/web.preloads.json
// lists the scripts that the pages people wait for need besides the first ones.
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
 * Returns the document of a drawn page: the shell with the page in it. The script that runs before the first
 * paint then fetches the page's own scripts.
 */
function documentOf({ title, html }) {
  const [entry, ...scripts] =
    /<script type="module" crossorigin src="(.*?)"><\/script>\s*(?:<link rel="modulepreload".*?>\s*)*/.exec(
      shell,
    ) ?? []
  // Dependencies come first.
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
