import type { OpenUpload } from '#contract/documents/part-uploads.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { ApiError, isSentence } from '#web/lib/api-error.ts'
import type { UploadWaiting } from '#web/ui/upload-field-look.ts'
import { UnreadableFile } from './check-file.ts'

/** Where a file's parts are sent: an account's endpoints, or those of a phone connected to one. */
export interface UploadLine<Answer> {
  start: (signal: AbortSignal) => Promise<Answer>
  read: (signal: AbortSignal) => Promise<Answer>
  /** The URL of the parts. */
  address: string
  isDone: (answer: Answer) => boolean
}

export interface SendOptions {
  signal: AbortSignal
  /**
   * Called with the share of the file that was sent, from 0 to 1; after an interruption it may be less than
   * before.
   */
  onSent: (part: number) => void
  /** Called with why the upload waits; null when it continues. */
  onWaiting: (waiting: UploadWaiting | null) => void
}

/** The first wait after an interruption, doubled each time up to the last, in milliseconds. */
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 30_000
/** The server's own limit for a part, in milliseconds, so that a silently dead connection is noticed. */
const PART_MS = 120_000
/** The responses of a proxy or a busy server, which pass. */
const PASSING: readonly number[] = [0, 408, 502, 503, 504]

/**
 * Sends a file part by part, and resumes automatically after each lost connection: when the browser reports
 * that it is restored, after a while, and on request. Throws ApiError if the server refuses, UnreadableFile,
 * and the signal's reason if cancelled.
 */
export async function sendInParts<Answer extends { upload: OpenUpload }>(
  file: Blob,
  line: UploadLine<Answer>,
  { signal, onSent, onWaiting }: SendOptions,
): Promise<Answer> {
  let isStarted = false
  let drops = 0
  for (;;) {
    try {
      let answer = isStarted ? await readOrStart(line, signal) : await line.start(signal)
      isStarted = true
      onWaiting(null)
      while (!line.isDone(answer)) {
        onSent(answer.upload.received / file.size)
        answer = await sendPart<Answer>(file, line.address, answer.upload, { signal, onSent })
        drops = 0
      }
      return answer
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error)) throw error
      await patience(error, drops, { signal, onWaiting })
      drops += 1
    }
  }
}

/** Returns the progress of the upload; one that the server no longer has starts again. */
async function readOrStart<Answer>(line: UploadLine<Answer>, signal: AbortSignal): Promise<Answer> {
  try {
    return await line.read(signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return line.start(signal)
    throw error
  }
}

function isPassing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return PASSING.includes(error.status) || error.code === 'STALE_VERSION'
}

/** Waits until another attempt may succeed. */
async function patience(
  error: ApiError,
  drops: number,
  { signal, onWaiting }: Pick<SendOptions, 'signal' | 'onWaiting'>,
): Promise<void> {
  // Another tab has sent this part, so there is nothing to wait for.
  if (error.code === 'STALE_VERSION' && drops === 0) return
  const wait = Math.max(
    (error.body.retryAfter ?? 0) * 1000,
    Math.min(FIRST_WAIT_MS * 2 ** drops, LAST_WAIT_MS),
  )
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', cancel)
    }
    const goOn = () => {
      end()
      resolve()
    }
    const cancel = () => {
      end()
      reject(signal.reason)
    }
    const timer = setTimeout(goOn, wait)
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', cancel)
    // A busy server says so itself.
    const message = error.status === 503 && error.body.message ? error.body.message : UPLOAD_TEXT.brokenOff
    onWaiting({ message, tryNow: goOn })
  })
}

/** Sends the next part, with the progress that only XMLHttpRequest reports. */
async function sendPart<Answer>(
  file: Blob,
  address: string,
  { received, partBytes }: OpenUpload,
  { signal, onSent }: Pick<SendOptions, 'signal' | 'onSent'>,
): Promise<Answer> {
  const part = await contentOf(file.slice(received, received + partBytes))
  const digest = await digestOf(part)
  signal.throwIfAborted()
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PATCH', address)
    request.setRequestHeader('content-type', 'application/partial-upload')
    request.setRequestHeader('upload-offset', String(received))
    request.setRequestHeader('upload-complete', received + part.byteLength === file.size ? '?1' : '?0')
    if (digest) request.setRequestHeader('content-digest', digest)
    request.upload.onprogress = ({ loaded }) => onSent((received + loaded) / file.size)
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return reject(refusal(request))
      try {
        resolve(JSON.parse(request.responseText))
      } catch (cause) {
        reject(ApiError.network(cause))
      }
    }
    request.onerror = () => reject(ApiError.network(new Error('The upload was interrupted')))
    request.timeout = PART_MS
    request.ontimeout = request.onerror
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(part)
  })
}

async function contentOf(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer()
  } catch (cause) {
    throw new UnreadableFile(UPLOAD_TEXT.readFailed, { cause })
  }
}

/** In the format of RFC 9530; undefined if the page isn't in a secure context, which has no digests. */
async function digestOf(part: ArrayBuffer): Promise<string | undefined> {
  if (!crypto.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', part))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}

/** Returns the server's own message, or the widget's general one (onboarding §8.1). */
function refusal(request: XMLHttpRequest): ApiError {
  try {
    const body = JSON.parse(request.responseText) as Partial<ErrorBody>
    return new ApiError(request.status, isSentence(body.message) ? body.message : UPLOAD_TEXT.failed, body)
  } catch {
    return new ApiError(request.status, UPLOAD_TEXT.failed)
  }
}
