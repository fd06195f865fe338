import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { currentToasts, dismissToast } from '#web/ui/toast.ts'
import { fakeUploadServer, type SentPart } from './fake-upload-server.ts'
import { ownDocumentsQuery } from './own-documents.ts'
import { cancelUpload } from './send-upload.ts'
import type { UploadPlace } from './upload-text.ts'
import { everyUpload } from './uploads.ts'
import { useUpload } from './use-upload.ts'

const STORED: StoredDocument = {
  id: '0b9f5a0e-2a55-4a6f-8b35-0a6c4d3f2e11',
  documentType: 'selfie',
  docType: null,
  kind: 'consumer',
  documentUrl: '/api/documents/0b9f5a0e-2a55-4a6f-8b35-0a6c4d3f2e11',
  fileName: 'me.png',
  mime: 'image/png',
  bytes: 4,
  pages: null,
  width: 640,
  height: 480,
  problems: [],
  sha256: 'a'.repeat(64),
  issuedOn: null,
  expiresOn: null,
  noIssueDate: false,
  noExpiryDate: false,
  keptAt: null,
  uploadedAt: '2026-11-20T14:32:00Z',
}
const picture = (name = 'me.png', type = 'image/png', content: BlobPart = 'data') =>
  new File([content], name, { type })

let sent: SentPart[]
beforeEach(() => {
  sent = fakeUploadServer()
})
afterEach(() => {
  // An upload outlives its widget.
  act(() => {
    for (const [spot] of everyUpload()) cancelUpload(spot)
  })
  queryClient.clear()
  vi.unstubAllGlobals()
  for (const { id } of currentToasts()) dismissToast(id)
})

function begin(stored: StoredDocument | null = null, place: UploadPlace = 'onboarding') {
  const onSignedOut = vi.fn()
  const { result, unmount, rerender } = renderHook(
    (known: StoredDocument | null) =>
      useUpload({
        kind: 'consumer',
        userId: 5,
        slot: 'selfie',
        stored: known,
        said: {},
        place,
        onSignedOut,
      }),
    { initialProps: stored },
  )
  const upload = () => result.current
  /** Chooses a file and waits for the request to start. */
  const send = async (file = picture()) => {
    act(() => upload().choose(file))
    act(() => void upload().start())
    await waitFor(() => expect(sent.length).toBeGreaterThan(0))
    const request = sent.at(-1)
    if (!request) throw new Error('Nothing was sent')
    return request
  }
  return { upload, send, unmount, learn: rerender, onSignedOut }
}

/** Replaces the browser’s worker with a fake that counts faces; it answers on demand. */
function fakeFaceDevice(answer: object): { isClosed: boolean; answer: () => void } {
  const device = { isClosed: false, answer: () => {} }
  class FakeWorker {
    onmessage?: (event: { data: object }) => void

    postMessage({ id }: { id: number }) {
      device.answer = () => this.onmessage?.({ data: { ...answer, id } })
    }

    terminate() {
      device.isClosed = true
    }
  }
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 640, height: 480 }))
  return device
}

/** Answers reports about faces with this document; returns the reports. */
function fakeFaceAnswer(document: StoredDocument): unknown[] {
  const told: unknown[] = []
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body: string }) => {
    if (path !== `/api/documents/${STORED.id}/faces`) return others(path, init)
    told.push(JSON.parse(init.body))
    return Response.json({ success: true, document })
  })
  return told
}

describe('an upload', () => {
  test('is at 10 while reading, at 30 when sending starts, then follows the bytes to 100', async () => {
    const { upload } = begin()
    act(() => upload().choose(picture()))
    act(() => void upload().start())
    expect(upload().state).toMatchObject({ kind: 'uploading', percent: 10 })
    await waitFor(() => expect(upload().state).toMatchObject({ percent: 30 }))
    // It is at 30 once sending starts; the request may follow a moment later.
    await waitFor(() => expect(sent).toHaveLength(1))
    act(() => sent[0]?.progress(0.5))
    expect(upload().state).toMatchObject({ percent: 65 })
    act(() => sent[0]?.progress(1))
    expect(upload().state).toMatchObject({ percent: 100 })
  })

  test('says what it is before its first part, with the page’s limit', async () => {
    const { send } = begin()
    const request = await send()
    expect(request.start).toEqual({
      id: expect.any(String),
      documentType: 'selfie',
      kind: 'consumer',
      fileName: 'me.png',
      mime: 'image/png',
      bytes: 4,
      userId: 5,
      maxBytes: ONBOARDING_MAX_FILE_BYTES,
    })
    expect(request.headers).toMatchObject({ 'upload-offset': '0', 'upload-complete': '?1' })
  })

  test('is ready once stored, and says so', async () => {
    queryClient.setQueryData(ownDocumentsQuery.queryKey, { documents: [] })
    const { upload, send } = begin()
    const request = await send()
    await act(async () => request.store(STORED))
    await waitFor(() => expect(upload().state.kind).toBe('uploaded'))
    expect(upload().state).toEqual({ kind: 'uploaded', document: STORED })
    expect(queryClient.getQueryData(ownDocumentsQuery.queryKey)).toEqual({ documents: [STORED] })
    expect(currentToasts()).toMatchObject([
      {
        kind: 'success',
        title: 'File uploaded successfully',
        description: 'Your document has been uploaded and saved.',
      },
    ])
  })

  const BEFORE = { ...STORED, id: '1b9f5a0e-2a55-4a6f-8b35-0a6c4d3f2e11', uploadedAt: '2026-11-20T14:30:00Z' }
  const AFTER = { ...STORED, id: '2b9f5a0e-2a55-4a6f-8b35-0a6c4d3f2e11', uploadedAt: '2026-11-20T14:40:00Z' }
  test.each([
    ['replaced', [AFTER], { kind: 'uploaded', document: AFTER }],
    ['replaced after it was listed', [STORED, AFTER], { kind: 'uploaded', document: AFTER }],
    ['undone', [STORED, BEFORE], { kind: 'uploaded', document: BEFORE }],
    ['deleted', [STORED, null], { kind: 'empty', error: null }],
  ])('that is %s elsewhere gives way to what the server has', async (_what, listed, state) => {
    const { upload, send, learn } = begin(BEFORE)
    const request = await send()
    await act(async () => request.store(STORED))
    await waitFor(() => expect(upload().state).toEqual({ kind: 'uploaded', document: STORED }))
    for (const stored of listed) learn(stored)
    expect(upload().state).toEqual(state)
  })

  test.each([
    [413, 'FILE_TOO_LARGE', 'File is too large. Maximum size: 10MB', true],
    [400, 'VALIDATION_ERROR', 'This document has expired.', false],
  ])(
    'keeps the file on %i %s, shows the server’s message, and says whether another is needed',
    async (status, error, message, isRefused) => {
      const { upload, send } = begin()
      const request = await send()
      await act(async () => request.answer(status, { error, message }))
      expect(upload().state).toMatchObject({ kind: 'chosen', error: message, isRefused })
      expect(currentToasts()).toMatchObject([{ kind: 'error', title: 'Upload failed', description: message }])
      act(() => void upload().start())
      await waitFor(() => expect(sent).toHaveLength(2))
    },
  )

  test.each([
    [0, ['no_face']],
    [2, ['several_faces']],
  ] as const)(
    'of a selfie with %i faces is ready before that is known, and reported to the server',
    async (faces, problems) => {
      queryClient.setQueryData(ownDocumentsQuery.queryKey, { documents: [] })
      const { upload, send } = begin()
      const device = fakeFaceDevice({ kind: 'counted', faces })
      const told = fakeFaceAnswer({ ...STORED, problems: [...problems] })
      const request = await send()
      await act(async () => request.store(STORED))
      await waitFor(() => expect(upload().state).toEqual({ kind: 'uploaded', document: STORED }))
      expect(told).toEqual([])
      await act(async () => device.answer())
      await waitFor(() => expect(told).toEqual([{ faces }]))
      await waitFor(() =>
        expect(queryClient.getQueryData(ownDocumentsQuery.queryKey)?.documents).toMatchObject([{ problems }]),
      )
      expect(device.isClosed).toBe(true)
    },
  )

  test.each([
    ['with one face', { kind: 'counted', faces: 1 }, false],
    ['on a device that can’t get the model', { kind: 'counted', faces: null }, true],
    ['that can’t be looked at', { kind: 'failed' }, true],
  ])(
    'of a selfie %s reports nothing to the server, and says so if no one could look',
    async (_, answer, isUnseen) => {
      const { upload, send } = begin()
      const device = fakeFaceDevice(answer)
      const told = fakeFaceAnswer(STORED)
      const request = await send()
      await act(async () => request.store(STORED))
      await waitFor(() => expect(upload().state).toEqual({ kind: 'uploaded', document: STORED }))
      await act(async () => device.answer())
      await waitFor(() => expect(device.isClosed).toBe(true))
      expect(upload().isFaceUnseen).toBe(isUnseen)
      expect(told).toEqual([])
    },
  )

  test('in the account has its own text, stored or failed without a reason (account-admin §8.1)', async () => {
    const { upload, send } = begin(null, 'account')
    const request = await send()
    await act(async () => request.answer(500, '<html>'))
    const description = 'There was an error uploading your document.'
    expect(upload().state).toMatchObject({ kind: 'chosen', error: description })
    expect(currentToasts()).toMatchObject([{ kind: 'error', title: 'Upload Failed', description }])
    act(() => void upload().start())
    await waitFor(() => expect(sent).toHaveLength(2))
    await act(async () => sent[1]?.answer(413, { error: 'FILE_TOO_LARGE', message: 'Too large' }))
    expect(currentToasts().at(-1)).toMatchObject({ title: 'Upload failed', description: 'Too large' })
    act(() => void upload().start())
    await waitFor(() => expect(sent).toHaveLength(3))
    await act(async () => sent[2]?.store(STORED))
    expect(currentToasts().at(-1)).toMatchObject({
      kind: 'success',
      title: 'Document Uploaded',
      description: 'Your document has been successfully uploaded.',
    })
  })

  test('survives an answer that is not JSON', async () => {
    const { upload, send } = begin()
    const request = await send()
    await act(async () => request.answer(500, '<html>'))
    expect(upload().state).toMatchObject({ kind: 'chosen', error: 'Failed to upload file' })
    expect(JSON.stringify([upload().state, currentToasts()])).not.toContain('<html')
  })

  test('asks to sign in again if the session has ended, and keeps the file', async () => {
    const { upload, send, onSignedOut } = begin()
    const request = await send()
    await act(async () => request.answer(401, { error: 'UNAUTHENTICATED', message: 'Sign in to continue' }))
    expect(onSignedOut).toHaveBeenCalledOnce()
    expect(upload().state.kind).toBe('chosen')
  })

  test('stops the request if cancelled, and empties the widget', async () => {
    const { upload, send } = begin()
    const request = await send()
    await act(async () => upload().reset())
    await waitFor(() => expect(request.aborted).toBe(true))
    expect(upload().state).toEqual({ kind: 'empty', error: null })
    expect(currentToasts()).toEqual([])
  })

  test('continues when the person goes to another page, and says there which document has arrived', async () => {
    const { send, unmount } = begin()
    const request = await send()
    unmount()
    expect(request.aborted).toBe(false)
    await act(async () => request.store(STORED))
    await waitFor(() => expect(currentToasts()).toMatchObject([{ title: 'Selfie uploaded' }]))
    expect(everyUpload()).toEqual([])
  })

  test('says on another page that it failed, and waits in its widget', async () => {
    const { send, unmount } = begin()
    const request = await send()
    unmount()
    await act(async () => request.answer(413, { error: 'FILE_TOO_LARGE', message: 'Too large' }))
    await waitFor(() =>
      expect(currentToasts()).toMatchObject([
        { kind: 'error', title: 'Selfie wasn’t uploaded', description: 'Too large' },
      ]),
    )
    expect(begin().upload().state).toMatchObject({ kind: 'chosen', error: 'Too large' })
  })

  test('is shown by the widget that is opened meanwhile, which can cancel it', async () => {
    const first = begin()
    const request = await first.send()
    act(() => request.progress(0.5))
    first.unmount()
    const { upload } = begin()
    expect(upload().state).toMatchObject({ kind: 'uploading', percent: 65 })
    await act(async () => upload().reset())
    await waitFor(() => expect(request.aborted).toBe(true))
    expect(upload().state).toEqual({ kind: 'empty', error: null })
  })

  test.each([
    ['someone else signs in', { user: { id: 6 }, applicant: null }],
    ['they sign out', { user: null, applicant: null }],
  ])('stops if %s', async (_what, session) => {
    const { upload, send } = begin()
    const request = await send()
    act(() => void queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 5 } } as never))
    expect(request.aborted).toBe(false)
    act(() => void queryClient.setQueryData(sessionQuery.queryKey, session as never))
    expect(request.aborted).toBe(true)
    expect(upload().state).toMatchObject({ kind: 'chosen', error: null })
  })

  test('is sent once, however often Upload is pressed', async () => {
    const { upload, send } = begin()
    await send()
    act(() => void upload().start())
    expect(sent).toHaveLength(1)
  })
})

describe('a file', () => {
  test('must be chosen first', async () => {
    const { upload } = begin()
    await act(() => upload().start())
    expect(upload().state).toEqual({ kind: 'empty', error: 'Please select a file first' })
  })

  test.each([
    [picture('me.pdf', 'application/pdf'), 'Invalid file type. Accepted types: PNG, JPEG'],
    [picture('me.svg', 'image/svg+xml'), 'Invalid file type. Accepted types: PNG, JPEG'],
    [
      picture('me.png', 'image/png', new Uint8Array(ONBOARDING_MAX_FILE_BYTES + 1)),
      'File is too large. Maximum size: 10MB',
    ],
    [picture('me.png', 'image/png', ''), 'This file is empty. Choose another file.'],
  ])('is refused before it is sent: %o', (file, message) => {
    const { upload } = begin()
    act(() => upload().choose(file))
    expect(upload().state).toEqual({ kind: 'empty', error: message })
  })

  test('without a type is recognised by its extension', () => {
    const { upload } = begin()
    act(() => upload().choose(picture('ME.JPEG', '')))
    expect(upload().state.kind).toBe('chosen')
  })

  test('of exactly the limit is accepted', () => {
    const { upload } = begin()
    act(() => upload().choose(picture('me.png', 'image/png', new Uint8Array(ONBOARDING_MAX_FILE_BYTES))))
    expect(upload().state.kind).toBe('chosen')
  })

  test('that was moved since cannot be read', async () => {
    const { upload } = begin()
    const gone = picture()
    gone.slice = () => {
      throw new DOMException('gone', 'NotFoundError')
    }
    act(() => upload().choose(gone))
    act(() => upload().start())
    await waitFor(() =>
      expect(upload().state).toMatchObject({ kind: 'chosen', error: 'Failed to read file' }),
    )
    expect(sent).toHaveLength(0)
  })

  test('that the server has shows as uploaded, and can be replaced by another', () => {
    const { upload } = begin(STORED)
    expect(upload().state.kind).toBe('uploaded')
    act(() => upload().reset())
    expect(upload().state.kind).toBe('empty')
  })

  test.each([
    ['a lost connection', (request: SentPart) => request.lose()],
    ['the page of a proxy', (request: SentPart) => request.answer(502, '<html>Bad gateway</html>')],
  ])('waits after %s, and continues by itself and by a press, with no less progress', async (_what, drop) => {
    const { upload, send } = begin()
    const request = await send()
    act(() => request.progress(0.5))
    act(() => drop(request))
    const waiting = {
      kind: 'uploading',
      percent: 65,
      waiting: {
        message:
          'The connection dropped. Your file isn’t lost, and its upload continues when you’re back online.',
      },
    }
    await waitFor(() => expect(upload().state).toMatchObject(waiting))
    expect(currentToasts()).toEqual([])
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(upload().state).toMatchObject({ percent: 65, waiting: null })
    act(() => sent[1] && drop(sent[1]))
    await waitFor(() => expect(upload().state).toMatchObject(waiting))
    const { state } = upload()
    act(() => state.kind === 'uploading' && state.waiting?.tryNow())
    await waitFor(() => expect(sent).toHaveLength(3))
    // The same upload each time.
    expect(new Set(sent.map(({ start }) => start.id)).size).toBe(1)
    await act(async () => sent[2]?.store(STORED))
    await waitFor(() => expect(upload().state.kind).toBe('uploaded'))
  })
})
