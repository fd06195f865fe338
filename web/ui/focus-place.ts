/** The focused control, and the group of controls that contains it. */
export interface FocusPlace {
  control: Element | null
  group: Element | null
}

/** Returns where the focus is now, to call before something replaces the control that has it. */
export function focusPlace(): FocusPlace {
  const control = document.activeElement
  return { control, group: control?.closest('fieldset, [role="group"]') ?? null }
}

/** Gives the focus back to what had it; where that is gone, to the first button of its group, which changed meanwhile. */
export function returnFocus({ control, group }: FocusPlace): void {
  const target = control?.isConnected ? control : group?.querySelector('button:not(:disabled)')
  if (target instanceof HTMLElement) target.focus()
}
