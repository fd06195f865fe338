import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { JSHandle, Page } from '@playwright/test'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import { JUDGED_EDGE } from '#domain/documents/picture-quality.ts'
import type { CaptureAnswer } from '#web/shared/capture/capture-messages.ts'

/** What the worker said about a picture, and how long it looked. */
export interface Looked {
  /** Most useful first; empty for a good picture. */
  problems: string[]
  faces: number | null
  tookMs: number
}

type Kind = 'frame' | 'file'
type Ask = (job: { jpeg: string; slot: DocumentSlot; kind: Kind; edge: number }) => Promise<Looked>

/** The camera's built worker, in a page of the product with its content security policy off. */
export class CaptureWorker {
  readonly #ask: JSHandle<Ask>

  private constructor(ask: JSHandle<Ask>) {
    this.#ask = ask
  }

  static async start(page: Page): Promise<CaptureWorker> {
    const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url))
    const file = readdirSync(assets).find((name) => /^capture-worker-.*\.js$/.test(name))
    if (!file) throw new Error('The build has no worker for the camera')
    const started = page.waitForEvent('worker')
    const ask = await page.evaluateHandle((url): Ask => {
      const worker = new Worker(url, { type: 'module' })
      return async ({ jpeg, slot, kind, edge }) => {
        const full = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${jpeg}`)).blob())
        const { width, height } = full
        const scale = kind === 'frame' ? Math.min(1, edge / Math.max(width, height)) : 1
        // The camera's page passes a frame scaled down, and a file at full size.
        const picture = await createImageBitmap(full, {
          resizeQuality: 'medium',
          resizeWidth: Math.round(width * scale),
          resizeHeight: Math.round(height * scale),
        })
        const answer = await new Promise<CaptureAnswer & { tookMs: number }>((resolve) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.postMessage({ id: 0, kind, picture, slot, fullWidth: width }, [picture])
        })
        if (answer.kind === 'judged')
          return { problems: answer.judgement.problems, faces: answer.faces, tookMs: answer.tookMs }
        if (answer.kind !== 'looked') throw new Error(`The worker answered: ${answer.kind}`)
        return { problems: answer.problems, faces: null, tookMs: answer.tookMs }
      }
    }, `/assets/${file}`)
    // Timed inside the worker, so that the page's own work isn’t counted.
    await (await started).evaluate(() => {
      const look = self.onmessage
      const answer = self.postMessage.bind(self)
      let from = 0
      self.onmessage = (event) => {
        from = performance.now()
        look?.call(self, event)
      }
      self.postMessage = (found: object) => answer({ ...found, tookMs: performance.now() - from })
    })
    return new CaptureWorker(ask)
  }

  look(jpeg: Buffer, slot: DocumentSlot, kind: Kind): Promise<Looked> {
    const job = { jpeg: jpeg.toString('base64'), slot, kind, edge: JUDGED_EDGE }
    return this.#ask.evaluate((ask, given) => ask(given), job)
  }
}
