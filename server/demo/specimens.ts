import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { DocumentSlot } from '#contract/documents/documents.ts'

/** A made-up document of a demo person, plainly marked as a specimen. */
export function specimen(slot: DocumentSlot, name: string): Readable {
  const person = name.toLowerCase().replaceAll(' ', '-')
  return createReadStream(new URL(`./specimens/${person}-${slot}.jpg`, import.meta.url))
}
