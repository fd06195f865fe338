import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    /** Only where a journey has put it. */
    axe: typeof axe
  }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Without motion a colour is what it is at once; axe would otherwise measure one on its way. */
export const STILL = { reducedMotion: 'reduce' } as const

/** Axe finds nothing wrong on what the page shows, in either theme; `narrow` looks at the phone's layout too. */
export async function examine(page: Page, screen: string, options: { narrow?: boolean } = {}): Promise<void> {
  await show(page, 'light')
  await findsNothing(page, `${screen}, light`)
  await show(page, 'dark')
  // The other theme has other colours and nothing else, the other width the same ones.
  await findsNothing(page, `${screen}, dark`, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light', ...STILL })
  if (!options.narrow) return
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await findsNothing(page, `${screen}, narrow`, { rules: { 'color-contrast': { enabled: false } } })
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
    do await new Promise(requestAnimationFrame)
    while (document.getAnimations().some(({ playState }) => playState === 'running'))
  })
}

async function findsNothing(page: Page, screen: string, options: axe.RunOptions = {}): Promise<void> {
  // Once for each document: its source takes longer to send than to run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), {
    resultTypes: ['violations'],
    // The framed documents are examined as pages, and allow no scripts.
    iframes: false,
    ...options,
  } satisfies axe.RunOptions)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary}`),
  )
  expect(found, screen).toEqual([])
}
