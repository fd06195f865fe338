import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Asks for the text face with the page, so that the first paint already has it and nothing shifts (P1). */
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

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadTextFont()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Never shipped: security R66.
    sourcemap: false,
    manifest: true,
    // The content security policy allows neither inline scripts nor data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry names every part of the product, so one character less of each hash is a third of a kilobyte less of the first
        // page (P1). What is left still tells apart all that one part has ever been.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What the first page needs comes in few files: a page's own chunk shares them instead of splitting them up (P1).
            // Each runs in a task of its own on a page that came drawn, so that none blocks it for long (P3).
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 7,
            },
            { name: 'first', tags: ['$initial'], priority: 6 },
            // What pages use together: in files of their own, such small parts weigh more than they hold, and each is a request
            // (P4). What a part imports comes with it unless a group above takes it. Left out is what a light page needs alone.
            {
              name: 'marks',
              test: /lucide-react.*[\\/](check|circle-check|circle-exclamation-point|circle-x|external-link|search)\.mjs$/,
              priority: 5,
            },
            {
              name: 'badges',
              test: /web[\\/]ui[\\/](badge|badge-icons|family|standing-badge)\.tsx?$/,
              priority: 4,
            },
            { name: 'cards', test: /web[\\/]ui[\\/](card|chip|page|skeleton)\.tsx$/, priority: 3 },
            { name: 'fields', test: /web[\\/]ui[\\/](field|select-field|text-field)\.tsx$/, priority: 2 },
            {
              name: 'lists',
              test: /web[\\/]ui[\\/](data-table|filter-bar|near-notice|search-buttons)\.tsx$/,
              priority: 1,
            },
            {
              name: 'radix',
              test: /@radix-ui[\\/](primitive|react-(compose-refs|context|id|primitive|slot|use-[a-z-]+))[\\/]/,
            },
          ],
        },
      },
    },
  },
})
