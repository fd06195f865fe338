import { vi } from 'vitest'

/** One upload as the network saw it; the test answers it when it likes. */
export interface SentUpload {
  /** Names of the form's fields, in the order of the body. */
  fields: Record<string, FormDataEntryValue>
  aborted: boolean
  progress: (part: number) => void
  answer: (status: number, body: unknown) => void
  lose: () => void
}

/** Puts a scripted network in the place of XMLHttpRequest; returns what was sent. */
export function fakeUploadServer(): SentUpload[] {
  const sent: SentUpload[] = []
  class FakeRequest {
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } =
      {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    status = 0
    responseText = ''
    #upload: SentUpload | undefined

    open(method: string, path: string) {
      if (method !== 'POST' || path !== '/api/uploads/kyc-document-direct') {
        throw new Error(`Nobody expected ${method} ${path}`)
      }
    }

    send(form: FormData) {
      this.#upload = {
        fields: Object.fromEntries(form.entries()),
        aborted: false,
        progress: (part) =>
          this.upload.onprogress?.({ lengthComputable: true, loaded: part * 1000, total: 1000 }),
        answer: (status, body) => {
          this.status = status
          this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
          this.onload?.()
        },
        lose: () => this.onerror?.(),
      }
      sent.push(this.#upload)
    }

    abort() {
      if (this.#upload) this.#upload.aborted = true
      this.onabort?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}
