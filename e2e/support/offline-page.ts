import type { Page } from '@playwright/test'

/** Waits, on a page of the product, until this browser has stored the offline page. */
export async function offlinePageReady(page: Page): Promise<void> {
  // A sign of activity, for which storing it waits.
  await page.mouse.move(10, 10)
  await page.mouse.move(20, 20)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Returns everything this browser stores for it, by path. */
export function storedForOffline(page: Page): Promise<{ path: string; text: string }[]> {
  return page.evaluate(async () => {
    const kept = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true })
        kept.push({ path: new URL(request.url).pathname, text: (await answer?.text()) ?? '' })
      }
    }
    return kept
  })
}
