import { onlineManager } from '@tanstack/react-query'
import { createBrowserHistory } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderRouted } from '#web/lib/testing.ts'
import { closeDialogsByBack } from '#web/ui/back-closes.ts'
import { toast } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { CameraDialog } from './camera-dialog.tsx'
import type { CaptureJob } from './capture-messages.ts'

/** jsdom has neither a worker nor a camera: one that judges nothing, and one that answers as each test says. */
class SilentWorker {
  postMessage = () => {}
  terminate = () => {}
}
class FakeTrack extends EventTarget {
  stop = () => {}
}
const track = new FakeTrack()
const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
const getUserMedia = vi.fn()

beforeEach(() => {
  getUserMedia.mockReset()
  vi.stubGlobal('Worker', SilentWorker)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = () =>
  renderRouted(() => (
    <CameraDialog slot="id-front" docType={null} open onClose={() => {}} onUse={() => {}} onFile={() => {}} />
  ))
/** A worker whose frames are good, and which makes each photo as the test says. */
class SeeingWorker {
  static photos: ((answer: object) => void)[] = []
  onmessage: ((event: { data: object }) => void) | null = null
  terminate = () => {}
  postMessage = ({ id, kind }: CaptureJob) => {
    const answer = (found: object) => this.onmessage?.({ data: { ...found, id } })
    if (kind === 'shot') SeeingWorker.photos.push(answer)
    else queueMicrotask(() => answer(GOOD_FRAME))
  }
}
const corner = (x: number, y: number) => ({ x, y })
const page = {
  topLeft: corner(10, 10),
  topRight: corner(90, 10),
  bottomRight: corner(90, 60),
  bottomLeft: corner(10, 60),
  openSides: [],
}
const GOOD_FRAME = {
  kind: 'judged',
  judgement: { problems: [], page },
  faces: null,
  face: null,
  width: 100,
  height: 70,
}
const photo = (problems: string[], [width, height] = [1600, 1000]) => ({
  kind: 'finished',
  jpeg: new Blob(),
  problems,
  faces: null,
  width,
  height,
})
/** The camera over a document that it sees well; returns how to answer for the next photo. */
async function lookAtDocument(): Promise<() => Promise<(answer: object) => void>> {
  SeeingWorker.photos = []
  vi.stubGlobal('Worker', SeeingWorker)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 100, height: 70 }))
  const box = { left: 0, top: 0, right: 100, bottom: 70, width: 100, height: 70 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect)
  getUserMedia.mockResolvedValue(stream)
  show()
  await vi.waitFor(async () => expect(await shutter()).toBeEnabled())
  Object.defineProperty(screen.getByLabelText('What your camera sees'), 'videoWidth', { value: 100 })
  return () => vi.waitUntil(() => SeeingWorker.photos.shift(), { timeout: 8000 })
}

const shutter = () => screen.findByRole('button', { name: 'Take the photo' })

test.each([
  ['a refusal', new DOMException('', 'NotAllowedError'), 'We can’t use your camera'],
  [
    'a question that was closed',
    new DOMException('Permission dismissed', 'NotAllowedError'),
    'Your browser needs your permission',
  ],
  [
    'a device that refuses its browser',
    new DOMException('Permission denied by system', 'NotAllowedError'),
    'Your browser can’t use your camera',
  ],
  ['a device without a camera', new DOMException('', 'NotFoundError'), 'We can’t find a camera'],
  ['a camera in use', new DOMException('', 'NotReadableError'), 'Your camera is in use'],
  ['a camera that fails otherwise', new DOMException('', 'AbortError'), 'Your camera didn’t start'],
  // Not in every browser a DOMException.
  [
    'a camera that can’t do what is asked',
    Object.assign(new Error(), { name: 'OverconstrainedError' }),
    'Your camera didn’t start',
  ],
])('%s has its own text, asks again, and offers a file', async (_name, error, title) => {
  getUserMedia.mockRejectedValueOnce(error).mockResolvedValueOnce(stream)
  show()
  expect(await screen.findByRole('heading', { name: title })).toHaveFocus()
  expect(screen.getByRole('button', { name: /^Choose a photo or file/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(async () => expect(await shutter()).toBeEnabled())
})

test('a page without https says so, and asks for no camera', async () => {
  vi.stubGlobal('isSecureContext', false)
  show()
  const title = 'Your browser doesn’t allow the camera here'
  expect(await screen.findByRole('heading', { name: title })).toHaveFocus()
  expect(getUserMedia).not.toHaveBeenCalled()
})

test('a camera that ends while it is used is said to have stopped, and starts again', async () => {
  getUserMedia.mockResolvedValue(stream)
  show()
  await vi.waitFor(async () => expect(await shutter()).toBeEnabled())
  act(() => void track.dispatchEvent(new Event('ended')))
  expect(await screen.findByRole('heading', { name: 'Your camera stopped' })).toHaveFocus()
  expect(screen.queryByText(/Another program is using it/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Start the camera' }))
  await vi.waitFor(async () => expect(await shutter()).toBeEnabled())
  expect(getUserMedia).toHaveBeenCalledTimes(2)
})

/** A page with the camera open over it. */
function WithCamera() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <Toaster />
      <CameraDialog
        slot="id-front"
        docType={null}
        open={isOpen}
        onClose={() => setOpen(false)}
        onUse={() => {}}
        onFile={() => {}}
      />
    </>
  )
}

test('a message waits until the camera is closed, and says then what it has to say', async () => {
  getUserMedia.mockResolvedValue(stream)
  renderRouted(WithCamera)
  await shutter()
  act(() => void toast({ title: 'Selfie uploaded' }))
  expect(screen.queryByText('Selfie uploaded')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Selfie uploaded')).toBeVisible()
})

test('a photo that can’t be made is said in the camera', async () => {
  getUserMedia.mockResolvedValue(stream)
  show()
  await vi.waitFor(async () => expect(await shutter()).toBeEnabled())
  const video = screen.getByLabelText('What your camera sees')
  Object.defineProperty(video, 'videoWidth', { value: 640 })
  await userEvent.click(await shutter())
  expect(await screen.findByRole('alert')).toHaveTextContent('That photo didn’t work')
})

test('a press while an automatic photo is judged is for that photo', async () => {
  const nextPhoto = await lookAtDocument()
  const judged = await nextPhoto()
  await userEvent.click(await shutter())
  act(() => judged(photo(['blurred'])))
  expect(await screen.findByRole('heading', { name: 'This looks blurred' })).toHaveFocus()
  expect(SeeingWorker.photos).toHaveLength(0)
})

test('the hints and the next photo come after an automatic one that is poor or fails', async () => {
  const nextPhoto = await lookAtDocument()
  const [poor, failed] = [await nextPhoto(), { kind: 'failed' }]
  act(() => poor(photo(['blurred'])))
  expect((await screen.findAllByText(/^Blurred/)).length).toBeGreaterThan(0)
  const second = await nextPhoto()
  act(() => second(failed))
  expect(screen.queryByRole('alert')).toBeNull()
  const third = await nextPhoto()
  act(() => third(photo([])))
  expect(await screen.findByRole('heading', { name: 'Is everything readable?' })).toHaveFocus()
})

test('a photo with too few pixels is said before it is sent, and may be used anyway', async () => {
  const nextPhoto = await lookAtDocument()
  const taken = await nextPhoto()
  act(() => taken(photo([], [543, 342])))
  expect(await screen.findByRole('heading', { name: 'This picture is very small' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Use it anyway' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Use this picture' })).toBeNull()
})

test('without a connection the camera says that the photo is sent later', async () => {
  getUserMedia.mockResolvedValue(stream)
  show()
  await shutter()
  act(() => onlineManager.setOnline(false))
  try {
    expect(screen.getByText('You’re offline. We’ll send this photo when you’re back.')).toBeVisible()
  } finally {
    act(() => onlineManager.setOnline(true))
  }
  expect(screen.queryByText(/^You’re offline/)).toBeNull()
})

test('Help says how to take a good photo, and leads back to the camera', async () => {
  getUserMedia.mockResolvedValue(stream)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Help' }))
  expect(screen.getByRole('heading', { name: 'How to take a good photo' })).toHaveFocus()
  expect(screen.getByRole('button', { name: /^Choose a photo or file/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the camera' }))
  expect(screen.getByRole('button', { name: 'Take the photo' })).toBeEnabled()
})

test.each([
  ['the button Back', () => userEvent.click(screen.getByRole('button', { name: 'Back' }))],
  ['the browser’s Back', async () => history.back()],
])('%s leads from the review of a photo to the camera', async (_name, goBack) => {
  const pages = createBrowserHistory()
  closeDialogsByBack(pages)
  pages.push('/documents')
  const nextPhoto = await lookAtDocument()
  const taken = await nextPhoto()
  act(() => taken(photo([])))
  await screen.findByRole('heading', { name: 'Is everything readable?' })
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  await goBack()
  expect(await shutter()).toBeEnabled()
  expect(location.pathname).toBe('/documents')
})
