import { expect, type Locator, type Page } from '@playwright/test'
import { atHeading } from './onboarding.ts'

const FURTHEST = 60

/** Presses Tab until the control has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < FURTHEST; presses += 1) {
    await page.keyboard.press(key)
    if (await hasFocus(control)) return expectVisibleFocus(page)
  }
  throw new Error(`${control} cannot be reached with ${key}`)
}

/** Focus is restored a moment after a dialog has closed. */
export const getsFocus = (control: Locator) => expect(control).toBeFocused()

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)

/** WCAG 2.4.7: an outline is drawn around the focus, either on the control or on its card. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const isVisible = await page.evaluate(() => {
    const drawn = (element: Element | null | undefined) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    const focused = document.activeElement
    return focused?.matches(':focus-visible') && (drawn(focused) || drawn(focused.closest('label')))
  })
  expect(isVisible).toBe(true)
}

/**
 * Checks that a step has opened: its heading has the focus, so that reading and tabbing start there (design §7.1).
 */
export async function focusedHeading(page: Page, name: string): Promise<void> {
  await atHeading(page, name)
  await page.waitForFunction(
    (title) => document.activeElement?.tagName === 'H1' && document.activeElement.textContent === title,
    name,
  )
}

export async function press(page: Page, button: string, key = 'Enter'): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('button', { name: button, exact: true }))
  await page.keyboard.press(key)
}

export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.insertText(text)
}
