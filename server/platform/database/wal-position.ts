/** A place in the log of changes, which PostgreSQL writes as `0/16B3748`, to compare; undefined for any other text. */
export function walPosition(text: string | undefined | null): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
