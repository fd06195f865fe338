import { ApiError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** What someone presses to send something starts sending within this time; what starts later was started otherwise. */
const PRESS_MS = 1000

/**
 * Sends again, when the line is back, what someone had pressed a button for and the line broke off: their form is
 * submitted, or their button pressed, as it is now. Not where they have typed in it since, or left it: then it is theirs to
 * send. Works until the given function is called.
 */
export function carryOn(): () => void {
  const starts = new WeakMap<object, HTMLElement>()
  let pressed: { control: HTMLElement; at: number } | null = null
  let broken: HTMLElement | null = null

  const notePress = (event: Event) => {
    const control = pressedControl(event)
    if (control) pressed = { control, at: performance.now() }
  }
  const noteTyping = ({ target }: Event) => {
    if (target instanceof Node && broken && placeOf(broken).contains(target)) broken = null
  }
  const sendAgain = () => {
    const control = broken
    broken = null
    if (!control?.isConnected) return
    if (control instanceof HTMLFormElement) control.requestSubmit()
    else control.click()
  }
  const stopWatching = queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { mutation, action } = event
    if (action.type === 'pending') {
      const isPressed = pressed && performance.now() - pressed.at < PRESS_MS && !mutation.meta?.isQuiet
      if (!pressed || !isPressed) return
      starts.set(mutation, pressed.control)
      if (broken === pressed.control) broken = null
      pressed = null
    }
    if (action.type === 'error' && action.error instanceof ApiError && action.error.status === 0)
      broken = starts.get(mutation) ?? broken
  })
  const presses = ['click', 'submit', 'keydown'] as const
  for (const type of presses) document.addEventListener(type, notePress, true)
  document.addEventListener('input', noteTyping, true)
  window.addEventListener('online', sendAgain)
  return () => {
    stopWatching()
    for (const type of presses) document.removeEventListener(type, notePress, true)
    document.removeEventListener('input', noteTyping, true)
    window.removeEventListener('online', sendAgain)
  }
}

/** The form that is sent by this, or the button that does it by itself. */
function pressedControl(event: Event): HTMLElement | null {
  const { target } = event
  if (!(target instanceof HTMLElement)) return null
  if (target instanceof HTMLFormElement) return target
  if (event instanceof KeyboardEvent) return event.key === 'Enter' ? target.closest('form') : null
  const button = target.closest('button')
  return button?.type === 'submit' ? (button.form ?? button) : button
}

/** Where what a control sends is typed: its form, or the dialog or part of the page around a button. */
function placeOf(control: HTMLElement): Element {
  return control.closest('form, [role="dialog"], [role="alertdialog"], section, main') ?? control
}
