/** What a secret must be worth, whatever letters it is written in; 32 random hexadecimal digits are worth about 110. */
const LEAST_BITS = 80
/** Words of examples, which no one's generator writes. */
const EXAMPLE = /change.?me|example|password|placeholder|replace|secret|your.?key/i

/**
 * Whether a secret may be a random one: its letters, and the steps from each to the next, are worth enough together, and no
 * part is written twice. It finds zeros, counting, repeated words and examples; that it was drawn well no one can see.
 */
export function isStrongSecret(secret: string | Buffer): boolean {
  const values = [...(typeof secret === 'string' ? Buffer.from(secret) : secret)]
  if (typeof secret === 'string' && EXAMPLE.test(secret)) return false
  if (/^(.+?)\1+$/s.test(Buffer.from(values).toString('latin1'))) return false
  const steps = values.slice(1).map((value, index) => (value - (values[index] ?? 0) + 256) % 256)
  return Math.min(bitsOf(values), bitsOf(steps)) >= LEAST_BITS
}

/** Shannon's measure of a sequence, in bits. */
function bitsOf(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + count * Math.log2(values.length / count), 0)
}
