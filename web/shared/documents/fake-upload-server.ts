import { vi } from 'vitest'
import { UPLOAD_PART_BYTES } from '#contract/documents/part-uploads.ts'

/** One part as the network received it; the test decides when to answer it. */
export interface SentPart {
  /** The body of the call that started its upload. */
  start: Record<string, unknown>
  headers: Record<string, string>
  aborted: boolean
  progress: (part: number) => void
  answer: (status: number, body: unknown) => void
  /** Answers as if the last part of a file had arrived. */
  store: (document: unknown) => void
  lose: () => void
}

/** Replaces the browser's network with a scripted one; returns the parts sent. */
export function fakeUploadServer(): SentPart[] {
  const sent: SentPart[] = []
  let start: Record<string, unknown> = {}
  const standing = (received: number, document?: unknown) => ({
    upload: { id: start.id, bytes: start.bytes, received, partBytes: UPLOAD_PART_BYTES, expiresAt: '' },
    stored: document ? { document, notices: [] } : null,
  })
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'POST' && path === '/api/uploads') start = JSON.parse(body ?? '')
    else if (path !== `/api/uploads/${start.id}`) throw new Error(`No one expected ${method} ${path}`)
    return Response.json(method === 'DELETE' ? { success: true } : standing(0))
  })
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    status = 0
    responseText = ''
    #headers: Record<string, string> = {}
    #part: SentPart | undefined

    open(method: string, path: string) {
      if (method !== 'PATCH' || path !== `/api/uploads/${start.id}`)
        throw new Error(`No one expected ${method} ${path}`)
    }

    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }

    send(content: ArrayBuffer) {
      const answer: SentPart['answer'] = (status, body) => {
        this.status = status
        this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
        this.onload?.()
      }
      this.#part = {
        start,
        headers: this.#headers,
        aborted: false,
        progress: (part) => this.upload.onprogress?.({ loaded: part * content.byteLength }),
        answer,
        store: (document) => answer(200, standing(Number(start.bytes), document)),
        lose: () => this.onerror?.(),
      }
      sent.push(this.#part)
    }

    abort() {
      if (this.#part) this.#part.aborted = true
      this.onabort?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}
