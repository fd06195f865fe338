import { relative } from 'node:path'

/**
 * A plugin of the bundler: a module of the server that asks where it lies gets the answer for its source file, so that
 * migrations, assets and packages are found as before; only workers are bundled into `outDir` and lie beside what starts them.
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
