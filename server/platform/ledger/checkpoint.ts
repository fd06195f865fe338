import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import type { LaneEnd } from './verify-ledger.ts'

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Different prefixes, so that a leaf can't be taken for a node (RFC 9162, 2.1). */
const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

const Hash = z.string().regex(/^([0-9a-f]{64})?$/)

/** The ledger's state at one moment: the end of each lane, and how far each had been verified. */
const Checkpoint = z.object({
  version: z.literal(1),
  number: z.number().int().positive(),
  /** Whose ledger it is. */
  installation: z.string(),
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  /** SHA-256 of the previous checkpoint's signed text. */
  previous: Hash,
  /** The number of all events. */
  events: z.number().int(),
  /** The Merkle root over the lanes' ends. */
  root: Hash,
  lanes: z.array(
    z.object({
      lane: z.number().int(),
      seq: z.number().int(),
      hash: Hash,
      /** How far the lane was verified, if not to its end. */
      checked: z.object({ seq: z.number().int(), hash: Hash }).optional(),
    }),
  ),
  /** Why the ledger may differ from earlier checkpoints, in the words of the operator who accepted that. */
  despite: z.string().optional(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

const Envelope = z.object({
  /** The checkpoint as JSON, exactly as it was signed. */
  signed: z.string(),
  key: z.string(),
  signature: z.string(),
  /** A time-stamping authority's answer, in base64. */
  timeStamp: z.string().optional(),
})
export type Envelope = z.infer<typeof Envelope>

/** Signs and verifies what is stored separately from the ledger. */
export interface CheckpointKeys {
  seal(content: unknown): Envelope
  /** Verifies and parses what was signed. Throws a sentence if the signature isn't ours. */
  open(text: string): { content: unknown; envelope: Envelope }
}

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Ed25519 keys from secrets of 32 bytes: the first signs, all of them verify. */
export function checkpointKeys(secrets: readonly { id: string; key: Buffer }[]): CheckpointKeys {
  const ring = secrets.map(({ id, key }) => {
    const secret = createPrivateKey({ key: Buffer.concat([PKCS8, key]), format: 'der', type: 'pkcs8' })
    return { id, secret, known: createPublicKey(secret) }
  })
  const first = ring[0] as { id: string; secret: KeyObject }
  return {
    seal(content) {
      const signed = JSON.stringify(content)
      return {
        signed,
        key: first.id,
        signature: sign(null, Buffer.from(signed), first.secret).toString('base64'),
      }
    },
    open(text) {
      const { data: envelope } = Envelope.safeParse(parsed(text))
      if (!envelope) throw new Error('can’t be read')
      const key = ring.find(({ id }) => id === envelope.key)
      if (!key) throw new Error(`is signed with the key ${envelope.key}, which isn’t configured`)
      const isOurs = verify(
        null,
        Buffer.from(envelope.signed),
        key.known,
        Buffer.from(envelope.signature, 'base64'),
      )
      if (!isOurs) throw new Error('has a signature that doesn’t match')
      return { content: JSON.parse(envelope.signed), envelope }
    },
  }
}

/** A checkpoint secret derived from another one, if none is configured. */
export function derivedSecret({ id, key }: { id: string; key: Buffer }): { id: string; key: Buffer } {
  return { id, key: Buffer.from(hkdfSync('sha256', key, '', 'verdaccord checkpoints', 32)) }
}

/** Makes a checkpoint of these ends. */
export function nextCheckpoint(now: {
  number: number
  previous: string
  installation: string
  takenAt: Date
  ends: readonly LaneEnd[]
  verified: readonly LaneEnd[]
  despite?: string | undefined
}): z.input<typeof Checkpoint> {
  const lanes = now.ends.map(({ lane, seq, hash }) => {
    const checked = now.verified.find((end) => end.lane === lane)
    const isWhole = checked === undefined || checked.seq === seq
    return {
      ...{ lane, seq, hash: hash.toString('hex') },
      ...(!isWhole && { checked: { seq: checked.seq, hash: checked.hash.toString('hex') } }),
    }
  })
  return {
    version: 1,
    number: now.number,
    installation: now.installation,
    takenAt: now.takenAt.toISOString(),
    previous: now.previous,
    events: lanes.reduce((sum, { seq }) => sum + seq, 0),
    root: rootOf(lanes),
    lanes,
    ...(now.despite && { despite: now.despite }),
  }
}

/**
 * Parses a checkpoint's verified content. Throws a sentence if it isn't a checkpoint, or its root doesn't match
 * its lanes.
 */
export function checkpointOf(content: unknown): Checkpoint {
  const { data } = Checkpoint.safeParse(content)
  if (!data) throw new Error('isn’t a checkpoint of this version')
  if (data.root !== rootOf(data.lanes)) throw new Error('has a root that isn’t that of its lanes')
  return data
}

/** The digest by which the next checkpoint and a time stamp refer to a checkpoint. */
export function digestOf({ signed }: Envelope): string {
  return createHash('sha256').update(signed).digest('hex')
}

/** How far each lane had been verified when a checkpoint was taken. */
export function checkedEnds({ lanes }: Checkpoint): LaneEnd[] {
  return lanes.map(({ lane, seq, hash, checked }) => ({
    lane,
    seq: checked?.seq ?? seq,
    hash: Buffer.from(checked?.hash ?? hash, 'hex'),
  }))
}

function rootOf(lanes: readonly { lane: number; seq: number; hash: string }[]): string {
  return merkleRoot(lanes.map(({ lane, seq, hash }) => `${lane}/${seq}/${hash}`)).toString('hex')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The Merkle root over texts in order, as in certificate transparency. */
export function merkleRoot(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return sha256(LEAF, leaves[0] ?? '')
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(NODE, merkleRoot(leaves.slice(0, half)), merkleRoot(leaves.slice(half)))
}
