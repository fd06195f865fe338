import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What `node dist/server/main.js` starts: the bundled server. Node finds beside it what it compiled at the start during the
// build, so that the first start of a new container is as quick as any other (performance P10).
enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true })
await import('./serve.js')
