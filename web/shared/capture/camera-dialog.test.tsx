import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderRouted } from '#web/lib/testing.ts'
import { toast } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { CameraDialog } from './camera-dialog.tsx'

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
const shutter = () => screen.findByRole('button', { name: 'Take the photo' })

test.each([
  ['a refusal', new DOMException('', 'NotAllowedError'), 'We can’t use your camera'],
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
