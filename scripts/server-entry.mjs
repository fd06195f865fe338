import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What `node dist/server/main.js` starts: the bundled server. The code that Node compiled during the build lies
// next to it, so that the first start of a new container is as quick as any other (performance P10).
enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true })
await import('./serve.js')
