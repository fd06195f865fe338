import { relative } from 'node:path'

/**
 * A plugin of the bundler: a server module that asks for its own location gets that of its source file, so that
 * migrations, assets and packages are still found. Only workers are bundled into `outDir`, next to what starts
 * them.
 */
export const sourceLocations = (outDir) => ({
  name: 'source-locations',
  transform: {
    filter: { id: /[\\/]server[\\/].*\.ts$/ },
    handler(code, id) {
      if (!code.includes('import.meta')) return
      const source = relative(outDir, id).replaceAll('\\', '/')
      const here = `new URL(${JSON.stringify(source)}, import.meta.url)`
      return code
        .replace(
          /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g,
          "new URL('./$1.js', import.meta.bundle)",
        )
        .replaceAll('import.meta.url', `${here}.href`)
        .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:path').dirname(${here}.pathname)`)
        .replaceAll('import.meta.bundle', 'import.meta.url')
    },
  },
})
