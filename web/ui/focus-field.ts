const FOCUSABLE =
  'input:not([type="hidden"]):not([tabindex="-1"]), select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/** Focuses the control with this id, or in a group with this id the invalid, selected or first control. */
export function focusField(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  const target = element.matches(FOCUSABLE)
    ? element
    : (element.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      element.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]') ??
      element.querySelector<HTMLElement>(FOCUSABLE))
  target?.focus()
  // The label should be visible with its control; jsdom doesn't support scrolling.
  target?.closest('.field, [data-upload]')?.scrollIntoView?.({ block: 'nearest' })
}
