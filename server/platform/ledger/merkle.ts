import { createHash } from 'node:crypto'

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** A leaf and a node can't be taken for each other (RFC 9162, 2.1). */
const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/** The Merkle root over texts in their order, as in certificate transparency. */
export function merkleRoot(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return sha256(LEAF, leaves[0] ?? '')
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(NODE, merkleRoot(leaves.slice(0, half)), merkleRoot(leaves.slice(half)))
}
