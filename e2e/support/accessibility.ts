import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CDPSession, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    /** Only after a journey has injected it. */
    axe: typeof axe
  }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Without motion colours change immediately; axe would otherwise measure one in transition. */
export const STILL = { reducedMotion: 'reduce' } as const

/** Targets of 24 px (WCAG 2.2), which axe only checks where it's asked to. */
const TARGETS = { 'target-size': { enabled: true } } as const

/** One for each page, and left open: closing it would also take away the page's virtual authenticator. */
const devTools = new WeakMap<Page, CDPSession>()

/** Checks that axe finds no problem on the page, in both themes; `narrow` also checks the phone's layout. */
export async function examine(page: Page, screen: string, options: { narrow?: boolean } = {}): Promise<void> {
  await show(page, 'light')
  await findsNothing(page, `${screen}, light`, { rules: TARGETS })
  await show(page, 'dark')
  // The other theme differs only in colours, the other width doesn't differ in colours.
  await findsNothing(page, `${screen}, dark`, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light', ...STILL })
  if (!options.narrow) return
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await findsNothing(page, `${screen}, narrow`, {
    rules: { ...TARGETS, 'color-contrast': { enabled: false } },
  })
  if (size) await page.setViewportSize(size)
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, ...STILL })
  // The product's pages set the theme on the document, the server's only in their styles.
  await page.waitForFunction(
    (theme) => (document.documentElement.dataset.theme ?? theme) === theme,
    colorScheme,
  )
  // A page in the background of the same browser may get no animation frames.
  await page.bringToFront()
  await page.evaluate(async () => {
    do await new Promise(requestAnimationFrame)
    while (document.getAnimations().some(({ playState }) => playState === 'running'))
  })
}

async function findsNothing(page: Page, screen: string, options: axe.RunOptions = {}): Promise<void> {
  // Once per document: its source takes longer to send than to run, and twice as long as text for `evaluate`.
  if (!(await page.evaluate(() => 'axe' in window))) {
    const session = devTools.get(page) ?? (await page.context().newCDPSession(page))
    devTools.set(page, session)
    await session.send('Runtime.evaluate', { expression: AXE })
  }
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
