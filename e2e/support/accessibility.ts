import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    /** Only where a journey has put it. */
    axe: typeof axe
  }
}

/** Without motion a colour is what it is at once; axe would otherwise measure one on its way. */
export const STILL = { reducedMotion: 'reduce' } as const

/** Axe finds nothing wrong on what the page shows, in either theme; `narrow` looks at the phone's layout too. */
export async function examine(page: Page, screen: string, options: { narrow?: boolean } = {}): Promise<void> {
  await show(page, 'light')
  await findsNothing(page, `${screen}, light`)
  await show(page, 'dark')
  // The other theme has other colours and nothing else.
  await findsNothing(page, `${screen}, dark`, { runOnly: ['color-contrast'] })
  await show(page, 'light')
  if (!options.narrow) return
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await findsNothing(page, `${screen}, narrow`)
  if (size) await page.setViewportSize(size)
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, ...STILL })
  // Pages of the product put the theme on the document, those of the server have it in their styles alone.
  await page.waitForFunction(
    (theme) => (document.documentElement.dataset.theme ?? theme) === theme,
    colorScheme,
  )
  // A page behind another one of the same browser may be given no frames.
  await page.bringToFront()
  await page.evaluate(async () => {
    // An inherited colour takes a frame for each element that it goes through.
    for (let calm = 0; calm < 5; calm++) {
      await new Promise(requestAnimationFrame)
      if (document.getAnimations().some(({ playState }) => playState === 'running')) calm = 0
    }
  })
}

async function findsNothing(page: Page, screen: string, options: RunOptions = {}): Promise<void> {
  // Once for each document: its source takes longer to send than to run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), {
    resultTypes: ['violations'],
    // The framed documents are examined as pages, and allow no scripts.
    iframes: false,
    ...options,
  } satisfies RunOptions)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary}`),
  )
  expect(found, screen).toEqual([])
}
