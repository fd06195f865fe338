/** An address that its owner recognises and a stranger cannot use: the first letter and what follows the @. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
