import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type IndexPart, ListIndex, ListIndexBuilder } from '#domain/screening/list-index.ts'
import { matchEntry, prepareSubject } from '#domain/screening/screening-match.ts'
import type { LookUpAnswer, LookUpRequest } from './look-up-thread.ts'

// Names are looked up, compared and indexed here, off the main thread: a common name among 200,000 entries takes tens of
// milliseconds, and screening everyone takes minutes, during which people must be answered as usual.
const BEHIND_PEOPLE = 10
try {
  // On Linux this sets the thread's priority, not the process's: with few processors, the thread that answers
  // people comes first.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), BEHIND_PEOPLE)
} catch {
  // Elsewhere all threads have the same priority.
}

const loaded = new Map<string, ListIndex>()
const growing = new Map<number, ListIndexBuilder>()
/** Finished indexes whose parts are being returned. */
const leaving = new Map<number, Iterator<IndexPart>>()

function answerTo(request: LookUpRequest): LookUpAnswer {
  switch (request.kind) {
    case 'load':
      loaded.set(request.list, new ListIndex(request.parts))
      return { kind: 'done' }
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
    case 'compare': {
      const prepared = prepareSubject(request.subject)
      const matches = request.entries.map((entry) => matchEntry(prepared, JSON.parse(entry), request.from))
      return { kind: 'compared', matches }
    }
    case 'add': {
      const builder = growing.get(request.index) ?? new ListIndexBuilder()
      growing.set(request.index, builder)
      for (const entry of request.entries) builder.add(entry)
      return { kind: 'done' }
    }
    case 'part': {
      const parts = leaving.get(request.index) ?? finished(request.index)
      const { value, done } = parts.next()
      if (done) leaving.delete(request.index)
      return { kind: 'part', part: value }
    }
    case 'discard':
      growing.delete(request.index)
      leaving.delete(request.index)
      return { kind: 'done' }
  }
}

function finished(index: number): Iterator<IndexPart> {
  // A list without entries has an index too.
  const parts = (growing.get(index) ?? new ListIndexBuilder()).finish()
  growing.delete(index)
  leaving.set(index, parts)
  return parts
}

parentPort?.on('message', ({ id, request }: { id: number; request: LookUpRequest }) => {
  let answer: LookUpAnswer
  try {
    answer = answerTo(request)
  } catch (error) {
    answer = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage({ id, answer }, answer.kind === 'part' && answer.part ? [answer.part[1]] : [])
})
