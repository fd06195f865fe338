/** Whether a camera can be asked for here at all; where a page came without HTTPS, it can be explained. */
export function canAskForCamera(): boolean {
  return window.isSecureContext === false || typeof navigator.mediaDevices?.getUserMedia === 'function'
}
