import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { bytesOfParts, ListIndex, ListIndexBuilder, partsOfBytes } from '#domain/screening/list-index.ts'
import { prepareSubject } from '#domain/screening/screening-match.ts'
import type { IndexBytes, LookUpAnswer, LookUpRequest } from './look-up-messages.ts'

// Names are looked up and indexed here, off the main thread: a common name among 200,000 entries takes tens of milliseconds,
// and screening everyone takes minutes, in which people are to be answered as always.
const BEHIND_PEOPLE = 10
try {
  // Of a thread, not of the process, on Linux; where processors are short, the thread that answers people comes first.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), BEHIND_PEOPLE)
} catch {
  // Elsewhere all threads are alike.
}

const loaded = new Map<string, ListIndex>()
const growing = new Map<number, ListIndexBuilder>()

function answerTo(request: LookUpRequest): LookUpAnswer {
  switch (request.kind) {
    case 'load': {
      const parts = new Map(request.parts)
      loaded.set(
        request.list,
        new ListIndex(partsOfBytes((name) => new Uint8Array(parts.get(name) ?? new ArrayBuffer()))),
      )
      return { kind: 'done' }
    }
    case 'drop':
      loaded.delete(request.list)
      return { kind: 'done' }
    case 'find': {
      const indexes = request.lists.map((list) => loaded.get(list)).filter((index) => index !== undefined)
      if (indexes.length < request.lists.length) return { kind: 'found', refs: undefined }
      const refs = request.subjects.map((subject) => {
        const prepared = prepareSubject(subject)
        return indexes.map((index) => index.candidates(prepared, request.from))
      })
      return { kind: 'found', refs }
    }
    case 'add': {
      const builder = growing.get(request.index) ?? new ListIndexBuilder()
      growing.set(request.index, builder)
      for (const entry of request.entries) builder.add(entry)
      return { kind: 'done' }
    }
    case 'finish': {
      const builder = growing.get(request.index) ?? new ListIndexBuilder()
      growing.delete(request.index)
      return { kind: 'index', parts: request.isWanted ? bytesOf(builder) : [] }
    }
  }
}

function bytesOf(builder: ListIndexBuilder): IndexBytes {
  const parts: IndexBytes = []
  // Each in memory of its own, so that it can be handed over.
  for (const [name, bytes] of bytesOfParts(builder.finish())) parts.push([name, bytes.slice().buffer])
  return parts
}

parentPort?.on('message', ({ id, request }: { id: number; request: LookUpRequest }) => {
  let answer: LookUpAnswer
  try {
    answer = answerTo(request)
  } catch (error) {
    answer = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(
    { id, answer },
    answer.kind === 'index' ? answer.parts.map(([, bytes]) => bytes) : [],
  )
})
