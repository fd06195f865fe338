/** Whether the browser can be asked for a camera; without HTTPS the dialog can still explain why not. */
export function canAskForCamera(): boolean {
  return window.isSecureContext === false || typeof navigator.mediaDevices?.getUserMedia === 'function'
}
