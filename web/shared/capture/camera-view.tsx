import Eye from 'lucide-react/icons/eye'
import Flashlight from 'lucide-react/icons/flashlight'
import Focus from 'lucide-react/icons/focus'
import Hand from 'lucide-react/icons/hand'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Moon from 'lucide-react/icons/moon'
import Ruler from 'lucide-react/icons/ruler'
import Scan from 'lucide-react/icons/scan'
import ScanFace from 'lucide-react/icons/scan-face'
import Sun from 'lucide-react/icons/sun'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import * as RadixDialog from 'radix-ui/dialog'
import { type ComponentType, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import {
  type CaptureHint,
  type Guidance,
  HINT_OF,
  HOLD_STILL_MS,
  hintFor,
  hintText,
  isGoodHint,
  namedInHint,
  nextGuidance,
  placeOf,
} from '#domain/documents/capture-hints.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Strokes } from '#web/ui/strokes.tsx'
import { CameraFrame, frameInPicture } from './camera-frame.tsx'
import type { CaptureJudge } from './capture-judge.ts'
import { OfflineNote } from './offline-note.tsx'
import { type PhotoSeries, placeInSeries } from './photo-series.ts'
import type { Camera } from './use-camera.ts'

/** The pause between two frames that are judged; on a slow phone each takes longer, but they never queue up. */
const BETWEEN_LOOKS_MS = 90
/** The pause after a frame or a photo that couldn't be judged. */
const AFTER_FAILURE_MS = 1000

const HINT_ICONS: Readonly<Record<CaptureHint, ComponentType<{ className?: string }>>> = {
  too_dark: Moon,
  move_closer: Maximize2,
  fit_page: Scan,
  glare: Sun,
  blurred: Focus,
  hold_level: Ruler,
  one_face: Users,
  fit_face: ScanFace,
  face_closer: Maximize2,
  look_ahead: Eye,
  hold_still: Hand,
}

/** What became of an automatic photo: it is shown, failed, or has this problem. */
export type Automatic = 'taken' | 'failed' | PictureProblem

interface CameraViewProps {
  slot: DocumentSlot
  docType: DocType | null
  /** What to photograph and how, shown before the first frame was judged. */
  title: string
  /** The photos that are taken one after the other, with this one. */
  series: PhotoSeries | undefined
  camera: Exclude<Camera, { kind: 'failed' }>
  judge: CaptureJudge | null
  /** Whether the last photo failed. */
  hasFailed: boolean
  onShoot: (video: HTMLVideoElement) => void
  /** Takes the photo automatically. */
  onDue: (video: HTMLVideoElement) => Promise<Automatic>
  onChooseFile: () => void
  onHelp: () => void
}

/** The camera's picture with its frame and hints, and the button that takes the photo at any time. */
export function CameraView({
  slot,
  docType,
  title,
  series,
  camera,
  judge,
  hasFailed,
  onShoot,
  onDue,
  onChooseFile,
  onHelp,
}: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [ratio, setRatio] = useState<number | null>(null)
  const stream = camera.kind === 'live' ? camera.stream : null
  useEffect(() => {
    if (!video.current) return
    video.current.srcObject = stream
    if (stream) video.current.play().catch(() => {})
  }, [stream])
  const shoot = () => video.current?.videoWidth && onShoot(video.current)
  const guidance = useGuidance({ video, judge: stream ? judge : null, slot, frame, onDue })
  const isGood = guidance !== null && isGoodHint(guidance.hint)
  const textOf = (hint: CaptureHint) => hintText(hint, slot, docType)
  const hint = guidance && textOf(guidance.hint)
  const Icon = guidance && HINT_ICONS[guidance.hint]
  const place = series && placeInSeries(series, slot)
  return (
    <>
      <div className="col-start-1 row-start-1 grid grid-cols-[3rem_1fr_3rem] items-center px-2 pt-2 pb-1.5">
        <RadixDialog.Close className={ROUND} aria-label="Close">
          <X />
        </RadixDialog.Close>
        <div className="text-center">
          <RadixDialog.Title className="text-[1.0625rem] leading-5.5 text-inherit">{title}</RadixDialog.Title>
          {place ? <p className="text-sm opacity-75">{place}</p> : null}
        </div>
        {stream ? <Torch stream={stream} /> : null}
        <OfflineNote className="col-span-full row-start-2" />
      </div>
      <div className="col-start-1 row-start-2 grid min-h-0 place-items-center overflow-hidden bg-(--black) [container-type:size] low:col-start-2 low:row-span-full">
        <div
          className="relative size-full"
          // Shows all of what the photo will contain, however camera and screen are turned.
          style={
            ratio
              ? { width: `min(100cqw, 100cqh * ${ratio})`, height: 'auto', aspectRatio: ratio }
              : undefined
          }
        >
          <video
            ref={video}
            muted
            playsInline
            aria-label="What your camera sees"
            className={classNames('size-full', slot === 'selfie' && '-scale-x-100')}
            onLoadedMetadata={({ currentTarget }) => setRatio(ratioOf(currentTarget))}
            onResize={({ currentTarget }) => setRatio(ratioOf(currentTarget))}
          />
          <CameraFrame ref={frame} slot={slot} docType={docType} isGood={isGood} />
        </div>
      </div>
      {/* Over the picture; next to it on a phone in landscape, where the picture is too low. */}
      {hint ? (
        <p
          key={guidance.hint}
          className={classNames(
            HINT,
            isGood
              ? 'bg-(--camera-good) text-(--camera-good-ink)'
              : 'bg-(--camera-hint) text-(--camera-hint-ink)',
          )}
          aria-hidden="true"
        >
          {Icon ? <Icon className="size-5 flex-none" /> : null}
          {hint.hint}
        </p>
      ) : null}
      {hasFailed ? (
        <p
          className="z-1 col-start-1 row-start-2 mx-5 mb-4 self-end justify-self-center rounded-3 bg-(--camera-hint) px-4 py-2 text-center text-card/5.25 font-semibold text-(--camera-hint-ink) low:row-start-3 low:mx-3"
          role="alert"
        >
          That photo didn’t work. Take it again, or choose a file.
        </p>
      ) : (
        <p className="z-1 col-start-1 row-start-2 mx-5 mb-4 self-end text-center text-card/5.25 [text-shadow:0_1px_6px_var(--black)] low:row-start-3 low:mx-3">
          {camera.kind === 'asking'
            ? 'Your browser is asking to use the camera. Choose Allow.'
            : (hint?.more ?? `Fit ${namedInHint(slot, docType)} in the frame.`)}
        </p>
      )}
      <p className="sr-only" aria-live="polite">
        {guidance ? `${textOf(guidance.spoken).hint}. ${textOf(guidance.spoken).more}` : ''}
      </p>
      <div className="col-start-1 row-start-3 grid grid-cols-[1fr_84px_1fr] items-center justify-items-center px-5 pt-3.5 pb-[calc(1.125rem+env(safe-area-inset-bottom))] low:col-start-3 low:row-span-full low:grid-cols-1 low:content-center low:gap-5 low:px-2">
        {series && place ? (
          <span className="col-span-full mb-3 leading-none low:hidden">
            <Strokes done={series.slots.map((each) => series.done.includes(each))} isOnCamera />
          </span>
        ) : null}
        <button type="button" className={TEXT_BUTTON} onClick={onChooseFile}>
          Choose a file
        </button>
        <Shutter disabled={!stream} onPress={shoot} stillSince={guidance?.stillSince ?? null} />
        <button type="button" className={TEXT_BUTTON} onClick={onHelp}>
          Help
        </button>
      </div>
    </>
  )
}

const HINT =
  'z-1 col-start-1 row-start-2 mx-2 mt-5 self-start justify-self-center inline-flex items-center gap-2.5 rounded-full px-5 py-3 text-center text-[1.125rem] leading-6 font-semibold shadow-3 motion-safe:animate-[fade_.12s] low:mt-2'
const ROUND =
  'grid size-12 cursor-pointer place-items-center rounded-full border-0 bg-(--white)/10 text-inherit focus-visible:outline-2 focus-visible:outline-(--white)'
const TEXT_BUTTON =
  'min-h-12 cursor-pointer border-0 bg-transparent px-1.5 text-[.9375rem] font-semibold text-inherit focus-visible:outline-2 focus-visible:outline-(--white)'

const ratioOf = ({ videoWidth, videoHeight }: HTMLVideoElement) =>
  videoHeight ? videoWidth / videoHeight : null

/** Judges the picture repeatedly and returns the guidance to show. */
function useGuidance({
  video,
  frame,
  judge,
  slot,
  onDue,
}: {
  video: RefObject<HTMLVideoElement | null>
  frame: RefObject<HTMLDivElement | null>
  judge: CaptureJudge | null
  slot: DocumentSlot
  onDue: CameraViewProps['onDue']
}): Guidance | null {
  const [guidance, setGuidance] = useState<Guidance | null>(null)
  const handleDue = useEffectEvent(onDue)
  useEffect(() => {
    if (!judge) return
    let isGone = false
    let last: Guidance | null = null
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      const pause = await lookOnce()
      if (!isGone && pause !== null) timer = setTimeout(look, pause)
    }
    /** Returns the pause until the next one, or null once a photo was taken. */
    const lookOnce = async (): Promise<number | null> => {
      const shown = video.current
      if (!shown?.videoWidth) return BETWEEN_LOOKS_MS
      const seen = await judge.judge(shown, slot).catch(() => null)
      if (!seen) return AFTER_FAILURE_MS
      if (isGone || !frame.current) return BETWEEN_LOOKS_MS
      const drawn = frameInPicture(frame.current.getBoundingClientRect(), shown.getBoundingClientRect(), seen)
      const { isDue, ...next } = nextGuidance(
        last,
        hintFor(slot, { ...seen, frame: drawn }),
        placeOf(seen),
        seen.width,
        performance.now(),
      )
      last = next
      setGuidance(next)
      if (!isDue) return BETWEEN_LOOKS_MS
      const photo = await handleDue(shown)
      if (photo === 'taken' || isGone) return null
      const now = performance.now()
      if (photo === 'failed') {
        last = { ...next, stillSince: null }
        setGuidance(last)
        return AFTER_FAILURE_MS
      }
      // The whole photo is judged again: its result counts, and is announced, because the photo was.
      const hint = HINT_OF[photo]
      last = { ...next, hint, since: now, stillSince: null, spoken: hint, spokenAt: now }
      setGuidance(last)
      return BETWEEN_LOOKS_MS
    }
    void look()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [judge, slot, video, frame])
  return guidance
}

/** The button that takes the photo; its ring fills while the camera is held still. */
function Shutter({
  disabled,
  onPress,
  stillSince,
}: {
  disabled: boolean
  onPress: () => void
  stillSince: number | null
}) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onPress}
      aria-label="Take the photo"
      className="relative size-[78px] cursor-pointer rounded-full border-4 border-(--white)/30 bg-transparent p-[5px] focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-(--white) disabled:opacity-50"
    >
      <span className="block size-full rounded-full bg-(--white)" />
      <svg className="absolute -inset-1 size-[78px] -rotate-90" viewBox="0 0 78 78" aria-hidden="true">
        <circle
          cx="39"
          cy="39"
          r="37"
          fill="none"
          stroke={stillSince === null ? 'var(--white)' : 'var(--camera-leaf)'}
          strokeWidth="4"
          pathLength="100"
          strokeDasharray={stillSince === null ? '100 0' : '100 100'}
          key={stillSince ?? 'moving'}
        >
          {stillSince === null ? null : (
            <animate
              attributeName="stroke-dashoffset"
              from="100"
              to="0"
              dur={`${HOLD_STILL_MS}ms`}
              fill="freeze"
            />
          )}
        </circle>
      </svg>
    </button>
  )
}

/** Some phones let a page switch their light on. */
function Torch({ stream }: { stream: MediaStream }) {
  const [isOn, setOn] = useState(false)
  const [track] = stream.getVideoTracks()
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined
  if (!track || !can?.torch) return null
  const toggle = () => {
    const torch = !isOn
    track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] }).then(
      () => setOn(torch),
      () => {},
    )
  }
  return (
    <button type="button" className={ROUND} aria-label="Light" aria-pressed={isOn} onClick={toggle}>
      <Flashlight />
    </button>
  )
}
