import { useEffect, useState } from 'react'
import { stepsToAllow, stepsToAllowBrowser } from './steps-to-allow.ts'

export type Facing = 'user' | 'environment'
/**
 * Why there is no picture: the person or their browser refused, they closed the question without an answer, the device
 * refuses its browser, there is no camera, another program uses it, the page may not ask for it, it stopped during use,
 * or anything else.
 */
export type CameraProblem =
  | 'denied'
  | 'dismissed'
  | 'device'
  | 'none'
  | 'busy'
  | 'insecure'
  | 'stopped'
  | 'failed'

export type Camera =
  | { kind: 'asking' }
  | { kind: 'live'; stream: MediaStream }
  | { kind: 'failed'; why: CameraProblem }

/** Large enough for the smallest print of a letter, and available on any phone without delay. */
const IDEAL = { width: { ideal: 1920 }, height: { ideal: 1080 } }

/** Opens the camera while the component is mounted; `retry` asks again. */
export function useCamera(facing: Facing): { camera: Camera; retry: () => void } {
  const [tries, setTries] = useState(0)
  const [camera, setCamera] = useState<Camera>({ kind: 'asking' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again.
  useEffect(() => {
    let isGone = false
    let stream: MediaStream | undefined
    const fail = (why: CameraProblem) => isGone || setCamera({ kind: 'failed', why })
    setCamera({ kind: 'asking' })
    openCamera(facing).then(
      (opened) => {
        stream = opened
        if (isGone) return stop(opened)
        opened.getVideoTracks()[0]?.addEventListener('ended', () => fail('stopped'))
        setCamera({ kind: 'live', stream: opened })
      },
      (error: unknown) => fail(problemOf(error)),
    )
    return () => {
      isGone = true
      if (stream) stop(stream)
    }
  }, [facing, tries])
  return { camera, retry: () => setTries((count) => count + 1) }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

async function openCamera(facing: Facing): Promise<MediaStream> {
  if (!window.isSecureContext) throw new DOMException('Not over HTTPS', 'SecurityError')
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, ...IDEAL } })
}

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'insecure',
  NotReadableError: 'busy',
  NotFoundError: 'none',
}

/** Only the message tells these from a refusal, in Chromium; other browsers don’t say. */
const PROBLEMS_BY_MESSAGE: Readonly<Record<string, CameraProblem>> = {
  'Permission dismissed': 'dismissed',
  'Permission denied by system': 'device',
}

function problemOf(error: unknown): CameraProblem {
  if (!(error instanceof DOMException)) return 'failed'
  const problem = PROBLEMS[error.name] ?? 'failed'
  return problem === 'denied' ? (PROBLEMS_BY_MESSAGE[error.message] ?? problem) : problem
}

interface ProblemText {
  title: string
  lead: string
  steps: readonly string[]
  /** The label of the retry button, if it isn't "Try again". */
  retry?: string
}

/** Why there is no picture, and what the person can do about it. */
export const CAMERA_PROBLEMS: Readonly<Record<CameraProblem, ProblemText>> = {
  denied: {
    title: 'We can’t use your camera',
    lead: 'Your browser has blocked it for this site. We only use it on this page, and nothing is recorded.',
    steps: stepsToAllow(navigator.userAgent),
  },
  dismissed: {
    title: 'Your browser needs your permission',
    lead: 'You closed its question without an answer. Nothing is blocked. We only use your camera on this page, and nothing is recorded.',
    steps: ['Press Try again.', 'When your browser asks, choose Allow.'],
  },
  device: {
    title: 'Your browser can’t use your camera',
    lead: 'The settings of your phone or computer don’t let it. We only use your camera on this page, and nothing is recorded.',
    steps: stepsToAllowBrowser(navigator.userAgent),
  },
  none: {
    title: 'We can’t find a camera',
    lead: 'This device has no camera that we can use.',
    steps: ['If your camera is a separate one, plug it in.', 'Press Try again.'],
  },
  busy: {
    title: 'Your camera is in use',
    lead: 'Another program is using it, or it was switched off.',
    steps: ['Close video calls and other programs that use the camera.', 'Press Try again.'],
  },
  insecure: {
    title: 'Your browser doesn’t allow the camera here',
    lead: 'It allows it only on pages whose address starts with https.',
    steps: ['Open this page by its https address, or use another way below.'],
  },
  stopped: {
    title: 'Your camera stopped',
    lead: 'It was unplugged or switched off, or your device needed it for something else.',
    steps: ['Check that your camera is connected and switched on.', 'Press Start the camera.'],
    retry: 'Start the camera',
  },
  failed: {
    title: 'Your camera didn’t start',
    lead: 'Your browser couldn’t open it for this page.',
    steps: ['Close other programs that use the camera.', 'Press Try again.'],
  },
}
