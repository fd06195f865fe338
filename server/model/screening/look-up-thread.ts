import { Worker } from 'node:worker_threads'
import type { LookUpAnswer, LookUpRequest } from './look-up-messages.ts'

/** Room for what is forgotten at once, as the words of a name. By itself it grows to 128 MB while a list is indexed. */
const YOUNG_MB = 24

interface Asked {
  resolve: (answer: LookUpAnswer) => void
  reject: (error: Error) => void
}

/** A thread that looks names up, and the lists whose index it has in memory or is on its way. */
export interface LookUpThread {
  loaded: Map<string, Promise<void>>
  /** Throws why it failed, also where the thread ends before it has answered. */
  ask(request: LookUpRequest, handedOver?: ArrayBuffer[]): Promise<LookUpAnswer>
}

let thread: LookUpThread | undefined

/** The one of this process, which begins with the first who is looked up; after its end there is another. */
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
        // A process ends while nothing is asked of it, and not before an answer.
        worker.ref()
        worker.postMessage({ id, request }, handedOver)
      }),
  }
  worker.on('message', ({ id, answer }: { id: number; answer: LookUpAnswer }) => {
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
