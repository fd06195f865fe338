import { Worker } from 'node:worker_threads'
import type { IndexPart } from '#domain/screening/list-index.ts'
import type { FoundMatch, LowestScore } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'

/** Memory for short-lived objects, such as a name's words. By default it grows to 128 MB while a list is indexed. */
const YOUNG_MB = 24

let thread: LookUpThread | undefined

interface Asked {
  resolve: (answer: LookUpAnswer) => void
  reject: (error: Error) => void
}

/** A thread for looking names up, with the lists whose index is in its memory or on its way there. */
export interface LookUpThread {
  loaded: Map<string, Promise<void>>
  /** Throws the reason for a failure, also if the thread ends before it has answered. */
  ask(request: LookUpRequest, handedOver?: ArrayBuffer[]): Promise<LookUpAnswer>
}

/** This process's thread: the first look-up starts it, and one after its end starts another. */
export function lookUpThread(): LookUpThread {
  thread ??= startThread()
  return thread
}

function startThread(): LookUpThread {
  const worker = new Worker(new URL('./look-up-worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  worker.unref()
  const waiting = new Map<number, Asked>()
  let last = 0
  let ended: Error | undefined
  const started: LookUpThread = {
    loaded: new Map(),
    ask: (request, handedOver = []) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        const id = ++last
        waiting.set(id, { resolve, reject })
        // The thread keeps the process alive only while a request awaits its answer.
        worker.ref()
        worker.postMessage({ id, request }, handedOver)
      }),
  }
  worker.on('message', ({ id, answer }: { id: number; answer?: LookUpAnswer }) => {
    // With `node --watch` threads send such messages about the files they have loaded.
    if (!answer) return
    const asked = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (answer.kind === 'failed') asked?.reject(new Error(answer.reason))
    else asked?.resolve(answer)
  })
  const end = (error: Error) => {
    ended ??= error
    if (thread === started) thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.once('error', end)
  worker.once('exit', () => end(new Error('The thread that looks names up has ended')))
  return started
}

/** Requests to the look-up thread. */
export type LookUpRequest =
  /** Loads an index into memory, under a key for later requests. */
  | { kind: 'load'; list: string; parts: readonly IndexPart[] }
  /** Drops an index. */
  | { kind: 'drop'; list: string }
  /** Which entries of each list can reach a score for each subject. */
  | {
      kind: 'find'
      lists: readonly string[]
      subjects: readonly ScreeningSubject[]
      from: LowestScore
    }
  /**
   * Compares a subject with entries, down to a score. They are JSON as stored, so that the thread that answers
   * people needn't parse them.
   */
  | { kind: 'compare'; subject: ScreeningSubject; entries: readonly string[]; from: LowestScore }
  /** Adds entries to an index under construction. */
  | { kind: 'add'; index: number; entries: readonly ListedEntry[] }
  /** Returns the first part of the finished index, then the next: the whole is never in memory. */
  | { kind: 'part'; index: number }
  /** Drops an index under construction. */
  | { kind: 'discard'; index: number }

/** The thread's answers; a failed request is answered with the reason. */
export type LookUpAnswer =
  | { kind: 'done' }
  /** Keys of entries by subject and, within it, by list; undefined if a list isn't in memory. */
  | { kind: 'found'; refs: string[][][] | undefined }
  /** By entry; undefined for those that don't match. */
  | { kind: 'compared'; matches: (FoundMatch | undefined)[] }
  /** Undefined after the last. */
  | { kind: 'part'; part: IndexPart | undefined }
  | { kind: 'failed'; reason: string }
