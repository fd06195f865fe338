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

/** A leaf and a node can't be taken for each other (RFC 9162, 2.1). */
const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

const Hash = z.string().regex(/^([0-9a-f]{64})?$/)

/** What the ledger was at one moment: the end of each lane, and how far each was checked by then. */
const Checkpoint = z.object({
  version: z.literal(1),
  number: z.number().int().positive(),
  /** Whose ledger it is. */
  installation: z.string(),
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  /** SHA-256 of what was signed in the checkpoint before. */
  previous: Hash,
  /** All events together. */
  events: z.number().int(),
  /** The Merkle root over the ends of the lanes. */
  root: Hash,
  lanes: z.array(
    z.object({
      lane: z.number().int(),
      seq: z.number().int(),
      hash: Hash,
      /** How far the lane was checked, where that is not its end. */
      checked: z.object({ seq: z.number().int(), hash: Hash }).optional(),
    }),
  ),
  /** Why the ledger may differ from earlier checkpoints, in the words of the operator who accepted it. */
  despite: z.string().optional(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

const Envelope = z.object({
  /** The checkpoint as JSON, to the letter as it was signed. */
  signed: z.string(),
  key: z.string(),
  signature: z.string(),
  /** The answer of a time-stamping authority, in base64. */
  timeStamp: z.string().optional(),
})
export type Envelope = z.infer<typeof Envelope>

/** Signs what is written beside the ledger, and knows what it has signed. */
export interface CheckpointKeys {
  seal(content: unknown): Envelope
  /** What was signed. Throws a sentence where the signature is not ours. */
  open(text: string): { content: unknown; envelope: Envelope }
}

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Keys of Ed25519 from secrets of 32 bytes: the first signs, all of them are known. */
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

/** A secret for checkpoints made of another one, where none is configured. */
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

/** Reads what the keys opened. Throws a sentence where it is no checkpoint, or its root is not that of its lanes. */
export function checkpointOf(content: unknown): Checkpoint {
  const { data } = Checkpoint.safeParse(content)
  if (!data) throw new Error('isn’t a checkpoint of this version')
  if (data.root !== rootOf(data.lanes)) throw new Error('has a root that isn’t that of its lanes')
  return data
}

/** What the next checkpoint and a time stamp name a checkpoint by. */
export function digestOf({ signed }: Envelope): string {
  return createHash('sha256').update(signed).digest('hex')
}

/** How far each lane was checked when a checkpoint was taken. */
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

/** The Merkle root over texts in their order, as in certificate transparency. */
export function merkleRoot(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return sha256(LEAF, leaves[0] ?? '')
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(NODE, merkleRoot(leaves.slice(0, half)), merkleRoot(leaves.slice(half)))
}
