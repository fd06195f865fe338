import { relative } from 'node:path'

/**
 * What the bundler of the server does to modules on their way into `outDir`: a quick start, and little to hold
 * (performance P10).
 */
export function serverPlugins(outDir) {
  return [locations(outDir), withoutUnused, withoutUnusedServers, withoutWrittenPrefixes]
}

/**
 * A module that asks where it lies gets the answer for its source file, so that migrations, assets and packages are
 * found as before; only workers are in the bundle and lie beside what starts them.
 */
const locations = (outDir) => ({
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

/**
 * What the framework brings for uses that are not made here: files looked for by pattern, and JSON schemas (ours are made
 * with zod). Half a megabyte less to read and to hold (performance P10).
 */
const UNUSED = /^(glob|@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler)$/
const withoutUnused = {
  name: 'without-unused',
  resolveId: { filter: { id: UNUSED }, handler: (id) => `\0unused:${id}` },
  load: { filter: { id: /^\0unused:/ }, handler: () => 'export const glob = undefined' },
}

/** Fastify can serve HTTP/2 and TLS, which end at the proxy here: they are loaded when it does (performance P10). */
const SERVERS_LATER = { http2: ['createServer', 'createSecureServer'], https: ['createServer'] }
const withoutUnusedServers = {
  name: 'without-unused-servers',
  resolveId: {
    filter: { id: /^node:https?2?$/ },
    handler: (id, importer) =>
      id !== 'node:http' && /[\\/]fastify[\\/]lib[\\/]server\.js$/.test(importer ?? '')
        ? `\0${id}`
        : undefined,
  },
  load: {
    filter: { id: /^\0node:/ },
    handler: (id) =>
      SERVERS_LATER[id.slice('\0node:'.length)]
        .map(
          (name) =>
            `export const ${name} = (...all) => process.getBuiltinModule('${id.slice(1)}').${name}(...all)`,
        )
        .join('\n'),
  },
}

/** The router writes a function for every piece of a path shorter than this; hundreds of them are a tenth of the start. */
const PREFIX_LIMIT = /const LONG_PREFIX_MIN_LENGTH = \d+/
const withoutWrittenPrefixes = {
  name: 'without-written-prefixes',
  transform: {
    filter: { id: /[\\/]find-my-way[\\/]lib[\\/]node\.js$/ },
    handler(code) {
      if (!PREFIX_LIMIT.test(code)) throw new Error('find-my-way writes its prefixes in another way now')
      return code.replace(PREFIX_LIMIT, 'const LONG_PREFIX_MIN_LENGTH = 2')
    },
  },
}
