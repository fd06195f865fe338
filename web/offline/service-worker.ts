import { isPageAddress } from '#contract/page-paths.ts'

// Answers with the offline page if a navigation fails for lack of a network, and changes nothing else (decision
// 096).

declare const self: ServiceWorkerGlobalScope
/** The offline page, then its files; inserted by scripts/build-offline.mjs. */
declare const OFFLINE_FILES: readonly [page: string, ...files: string[]]

/** The part of static routing that is used here; without it browsers pass everything through the worker. */
interface Installing extends ExtendableEvent {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'network' }): Promise<void>
}

const FILES: readonly string[] = OFFLINE_FILES
const [PAGE] = OFFLINE_FILES
const PREFIX = 'offline '
/** The hash in the page's name covers all its content, so each release that changes any of it has its own cache. */
const CACHE = PREFIX + PAGE

self.addEventListener('install', (event: Installing) => {
  // The worker never handles API calls; with static routing none has to wake it.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => {})
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES])))
  // Open pages need nothing from the former worker.
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
 * Shows the server's answer as it is, including errors and its maintenance page. This also applies to API URLs
 * opened as pages: the browser has already requested them, and would do so again if the worker didn't answer,
 * while a sign-in answers only once.
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
  // Below this path a name always has the same content.
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
