import { isPageAddress } from '#contract/page-paths.ts'

// Answers with the offline page where a page is opened and the network fails, and changes nothing else (decision 096).

declare const self: ServiceWorkerGlobalScope
/** The offline page, then the files that it needs; scripts/build-offline.mjs puts them here. */
declare const OFFLINE_FILES: readonly [page: string, ...files: string[]]

/** As much of the routes past a worker as is used here; browsers without them pass everything by it. */
interface Installing extends ExtendableEvent {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'network' }): Promise<void>
}

const FILES: readonly string[] = OFFLINE_FILES
const [PAGE] = OFFLINE_FILES
const PREFIX = 'offline '
/** The hash in the page's name is of all that it consists of, so each release that changes any of it has a cache of its own. */
const CACHE = PREFIX + PAGE

self.addEventListener('install', (event: Installing) => {
  // A call is never this worker's, and where a browser can tell that by itself none has to wake it.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => {})
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES])))
  // What is open needs nothing of the former worker.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteFormer(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event, pathname))
  else if (FILES.includes(pathname)) event.respondWith(findFile(request, pathname))
})

/**
 * Whatever the server answers is shown as it is, an error or its page of maintenance too. That goes for the addresses of programs
 * as well: the browser has asked for them already, and asks a second time for what a worker leaves to it. A sign-in answers
 * once.
 */
async function openPage({ preloadResponse, request }: FetchEvent, path: string): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const isPage = request.destination === 'document' && isPageAddress(path)
    return (isPage && (await kept(PAGE))) || Response.error()
  }
}

async function findFile(request: Request, path: string): Promise<Response> {
  // Under this path a name stands for one content.
  if (path.startsWith('/assets/')) return (await kept(path)) ?? fetch(request)
  return fetch(request).catch(async () => (await kept(path)) ?? Response.error())
}

async function kept(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  return cache.match(path, { ignoreVary: true })
}

async function deleteFormer(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(names.map((name) => caches.delete(name)))
}
