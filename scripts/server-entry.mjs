import { existsSync, readFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

// What `node dist/server/main.js` starts: the bundled server, together with what V8 made of it at a start during the build.
// Node's own cache is taken before anything has run and leaves every function to be compiled at every start, which is a
// fifth of it (performance P10). It serves what is loaded later.
enableCompileCache()

const file = join(import.meta.dirname, 'serve.cjs')
const source = readFileSync(file)

/** Where the compiled code lies; the name is of the very text it was made from, because V8 compares nothing but its length. */
export const compiledFile = `${file}.${crc32(source).toString(16)}`

/** The server as V8 keeps it. What another version of Node has compiled is passed over. */
export const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${source.toString('latin1')}\n})`,
  {
    filename: file,
    cachedData: existsSync(compiledFile) ? readFileSync(compiledFile) : undefined,
  },
)

if (script.cachedDataRejected) console.warn('Built by another version of Node: every start takes longer')

// Parts that are loaded later ask for the server by name and have to find the one that runs.
const require = createRequire(file)
const module = { exports: {}, loaded: true }
require.cache[file] = module
script.runInThisContext()(module.exports, require, module, file, import.meta.dirname)
