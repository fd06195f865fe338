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
      // What the first page needs comes in few files: a page's own chunk shares them instead of splitting them up (P1). Each
      // runs in a task of its own on a page that came drawn, so that none blocks it for long (P3).
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 1,
            },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
})
