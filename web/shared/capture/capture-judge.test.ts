import { afterEach, expect, test, vi } from 'vitest'
import { CaptureJudge } from './capture-judge.ts'
import type { CaptureJob } from './capture-messages.ts'

/** A worker that can't be loaded while the line is lost, and counts one face in each picture otherwise. */
class LineWorker {
  static isLost = false
  static started = 0
  onmessage: ((event: { data: object }) => void) | null = null
  onerror: (() => void) | null = null
  terminate = () => {}
  constructor() {
    LineWorker.started++
    if (LineWorker.isLost) queueMicrotask(() => this.onerror?.())
  }
  postMessage = ({ id }: CaptureJob) => {
    if (!LineWorker.isLost) this.onmessage?.({ data: { kind: 'counted', id, faces: 1 } })
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a worker that could not be loaded is replaced at the next picture', async () => {
  vi.stubGlobal('Worker', LineWorker)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 100, height: 70 }))
  LineWorker.isLost = true
  const judge = new CaptureJudge()
  const count = () => judge.countFaces(new Blob(), 'selfie')
  expect(await count()).toBeNull()
  expect(await count()).toBeNull()
  LineWorker.isLost = false
  expect(await count()).toBe(1)
  const { started } = LineWorker
  expect(await count()).toBe(1)
  judge.close()
  expect(await count()).toBeNull()
  expect(LineWorker.started).toBe(started)
})
