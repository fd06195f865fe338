import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { CodeSplittingNameFunction } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'
import { fileOfModule } from './scripts/page-files.mjs'

let fileOf: ReturnType<typeof fileOfModule> | undefined
/** Called once every module is known. */
const nameOfFile: CodeSplittingNameFunction = (id, context) => {
  fileOf ??= fileOfModule(join(import.meta.dirname, 'web/main.tsx'), (module) =>
    context.getModuleInfo(module),
  )
  return fileOf(id)
}

/** Preloads the text font with the page, so that the first paint already has it and nothing shifts (P1). */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /hanken-grotesk-latin-wght-normal.*\.woff2$/.test(file),
        )
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** Renames the files of `public` that the page names by their content, so that a browser requests each once (P12). */
function hashOwnFiles(): Plugin {
  const references = new Map<string, string>()
  let nameOf = (reference: string) => reference
  return {
    name: 'hash-own-files',
    apply: 'build',
    buildStart() {
      nameOf = (reference) => this.getFileName(reference)
      for (const name of ['before-paint.js', 'logo.svg']) {
        const source = readFileSync(join(import.meta.dirname, 'web/public', name))
        references.set(name, this.emitFile({ type: 'asset', name, source }))
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        [...references].reduce(
          (page, [name, reference]) => page.replace(`="/${name}"`, `="/${nameOf(reference)}"`),
          html,
        ),
    },
  }
}

/** Writes which modules each script contains, for `scripts/page-weight.mjs`. */
function nameModules(): Plugin {
  return {
    name: 'name-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk'
          ? [[part.fileName, part.moduleIds.map((id) => relative(import.meta.dirname, id))]]
          : [],
      )
      const source = JSON.stringify(Object.fromEntries(modules))
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source })
    },
  }
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadTextFont(), hashOwnFiles(), nameModules()],
  // React has this hook; otherwise the package would bring its version for React before 18.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Never shipped: security R66.
    sourcemap: false,
    manifest: true,
    // The content security policy allows neither inline scripts nor data: fonts.
    modulePreload: {
      polyfill: false,
      // What is requested is fetched at once anyway, so the entry needn’t name each page a second time (P1).
      resolveDependencies: (file, needed) => needed.filter((each) => each !== file),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry names every part of the product, so one character less of each hash saves a third of a
        // kilobyte on the first page (P1). The rest still tells all versions of a part apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What the first page needs comes in few files, which a page's own chunk shares instead of
            // splitting them up (P1). On a page that was sent drawn each runs in its own task, so that none
            // blocks it for long (P3).
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 7,
            },
            { name: 'first', tags: ['$initial'], priority: 6 },
            // What pages use together comes in few files, because each is a request (P12).
            { name: nameOfFile, debugName: 'files', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
