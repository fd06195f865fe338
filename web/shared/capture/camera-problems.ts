import type { CameraProblem } from './use-camera.ts'

interface ProblemText {
  title: string
  lead: string
  steps: readonly string[]
}

/** Why there is no picture, and what the person can do about it. */
export const CAMERA_PROBLEMS: Readonly<Record<CameraProblem, ProblemText>> = {
  denied: {
    title: 'We can’t use your camera',
    lead: 'Your browser has blocked it for this site. We only use it on this page, and nothing is recorded.',
    steps: ['Press the symbol beside the address.', 'Set Camera to Allow.', 'Press Try again.'],
  },
  none: {
    title: 'We can’t find a camera',
    lead: 'This device has no camera that we can use.',
    steps: ['If you have a webcam, plug it in.', 'Press Try again.'],
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
}
