import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { GivenFile } from '#domain/cases/document-problems.ts'
import { CaptureJudge } from '#web/shared/capture/capture-judge.ts'

/** What is found out about a file before it is sent. */
export type SeenFile = Pick<GivenFile, 'sha256' | 'width' | 'height' | 'problems'>

/** Inspects a file as the server does once it has it. If this device can't open it, only its digest is known. */
export async function seenOf(file: File, slot: DocumentSlot): Promise<SeenFile> {
  const [sha256, seen] = await Promise.all([digestOf(file), withJudge((judge) => judge.look(file, slot))])
  return { sha256, width: seen?.width ?? null, height: seen?.height ?? null, problems: seen?.problems ?? [] }
}

const counts = new WeakMap<File, Promise<number | null>>()

/** Counts the faces on a selfie on this device, once per file; null if it can't tell. Never throws. */
export function countSelfieFaces(file: File): Promise<number | null> {
  const known = counts.get(file)
  if (known) return known
  const counted = withJudge((judge) => judge.countFaces(file, 'selfie'))
  counts.set(file, counted)
  return counted
}

async function withJudge<T>(use: (judge: CaptureJudge) => Promise<T>): Promise<T | null> {
  let judge: CaptureJudge | undefined
  try {
    judge = new CaptureJudge()
    return await use(judge)
  } catch {
    return null
  } finally {
    judge?.close()
  }
}

/** Returns '' outside a secure context, which has no digests; it then matches no other file. */
async function digestOf(file: File): Promise<string> {
  if (!crypto.subtle) return ''
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
