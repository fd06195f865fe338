const FOCUSABLE =
  'input:not([type="hidden"]):not([tabindex="-1"]), select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/** Focuses the control with this id, or inside a group with this id the control that is wrong, selected or first. */
export function focusField(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  const target = element.matches(FOCUSABLE)
    ? element
    : (element.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      element.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]') ??
      element.querySelector<HTMLElement>(FOCUSABLE))
  target?.focus()
  // The label belongs in view with its control; jsdom has no scrolling.
  target?.closest('.field, [data-upload]')?.scrollIntoView?.({ block: 'nearest' })
}
