import CameraOff from 'lucide-react/icons/camera-off'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Image from 'lucide-react/icons/image'
import Smartphone from 'lucide-react/icons/smartphone'
import * as RadixDialog from 'radix-ui/dialog'
import { type ChangeEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type DocType,
  type DocumentSlot,
  documentType,
  pickableTypes,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import { pictureFault } from '#domain/cases/document-problems.ts'
import { acceptedFiles } from '#web/shared/documents/accepted-files.ts'
import { useBackCloses } from '#web/ui/back-closes.ts'
import { Button } from '#web/ui/button.tsx'
import { type FocusPlace, focusPlace, returnFocus } from '#web/ui/focus-place.ts'
import { holdToasts } from '#web/ui/hold-toasts.ts'
import { type Automatic, CameraView } from './camera-view.tsx'
import { CaptureJudge, fetchWorker } from './capture-judge.ts'
import type { Shot } from './capture-messages.ts'
import { CaptureSheet, NumberedSteps } from './capture-sheet.tsx'
import { type PhotoSeries, placeInSeries } from './photo-series.ts'
import { ShotReview } from './shot-review.tsx'
import { CAMERA_PROBLEMS, type Camera, useCamera } from './use-camera.ts'

export { fetchWorker }

export interface CameraDialogProps {
  slot: DocumentSlot
  docType: DocType | null
  /** The photos that are taken one after the other, with this one. */
  series?: PhotoSeries | undefined
  open: boolean
  onClose: () => void
  /** Called with a photo to send at once; `anyway` if it was judged poor and its owner wants it nevertheless. */
  onUse: (photo: File, seen: { anyway: boolean; faces: number | undefined }) => void
  /** Called with a file chosen instead of a photo. */
  onFile: (file: File) => void
  /** Continues on a phone instead, or on another one. */
  onPhone?: () => void
}

/** The camera over the page: guides, takes the photo automatically or by button, and shows it before it is sent. */
export function CameraDialog(props: CameraDialogProps) {
  const { open, onClose } = props
  useBackCloses(open, onClose)
  useEffect(() => (open ? holdToasts() : undefined), [open])
  // Radix returns the focus only to its own trigger, and this dialog is opened by state.
  const opener = useRef<FocusPlace | null>(null)
  useLayoutEffect(() => {
    if (open) opener.current = focusPlace()
  }, [open])
  const handleCloseFocus = (event: Event) => {
    event.preventDefault()
    if (opener.current) returnFocus(opener.current)
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          className="fixed inset-0 z-60 mx-auto grid h-dvh grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden bg-(--camera) pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] text-(--camera-ink) outline-none low:grid-cols-[12rem_minmax(0,1fr)_7rem] low:grid-rows-[auto_auto_minmax(0,1fr)]"
          aria-describedby={undefined}
          onCloseAutoFocus={handleCloseFocus}
        >
          <Capture {...props} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function Capture({ slot, docType, series, onClose, onUse, onFile, onPhone }: CameraDialogProps) {
  const { camera, retry } = useCamera(documentType(slot).group === 'selfie' ? 'user' : 'environment')
  const judge = useJudge()
  const [shot, setShot] = useState<Shot | null>(null)
  const [hasFailed, setFailed] = useState(false)
  /** What becomes of the photo being judged: a press meanwhile is for this photo, which then is shown as it is. */
  const shooting = useRef<'automatic' | 'asked' | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const title = SLOT_LABELS[slot]
  const place = series ? placeInSeries(series, slot) : null
  const shoot = async (video: HTMLVideoElement): Promise<Automatic> => {
    setFailed(false)
    try {
      if (!judge) return 'failed'
      const taken = await judge.shoot(video, slot)
      const [problem] = taken.problems
      // An automatic photo that is poor isn't used: the camera says what is wrong and continues.
      if (problem && shooting.current === 'automatic') return problem
      setShot(taken)
      return 'taken'
    } catch {
      if (shooting.current === 'asked') setFailed(true)
      return 'failed'
    } finally {
      shooting.current = null
    }
  }
  const shootAsked = (video: HTMLVideoElement) => {
    const isUnderWay = shooting.current !== null
    shooting.current = 'asked'
    if (!isUnderWay) void shoot(video)
  }
  const shootWhenDue = async (video: HTMLVideoElement): Promise<Automatic> => {
    if (shooting.current !== null) return 'failed'
    shooting.current = 'automatic'
    return shoot(video)
  }
  const handlePick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return
    onFile(file)
    onClose()
  }
  const chooseFile = () => picker.current?.click()
  const continueOnPhone =
    onPhone &&
    (() => {
      onClose()
      onPhone()
    })
  const sendPhoto = (taken: Shot) => {
    const photo = new File([taken.jpeg], `${slot}.jpg`, { type: 'image/jpeg' })
    onUse(photo, { anyway: pictureFault(taken) !== null, faces: taken.faces ?? undefined })
    onClose()
  }
  return (
    <>
      {shot ? (
        <ShotReview
          title={title}
          place={place}
          slot={slot}
          shot={shot}
          onAgain={() => setShot(null)}
          onUse={() => sendPhoto(shot)}
        />
      ) : camera.kind === 'failed' ? (
        <NoCamera
          title={title}
          place={place}
          failure={camera}
          limits={acceptedFiles(slot)}
          onRetry={retry}
          onChooseFile={chooseFile}
          onPhone={continueOnPhone}
        />
      ) : isHelpOpen ? (
        <CameraHelp
          title={title}
          place={place}
          slot={slot}
          onBack={() => setHelpOpen(false)}
          onChooseFile={chooseFile}
          onPhone={continueOnPhone}
        />
      ) : (
        <CameraView
          slot={slot}
          docType={docType}
          title={title}
          series={series}
          camera={camera}
          judge={judge}
          hasFailed={hasFailed}
          onShoot={shootAsked}
          onDue={shootWhenDue}
          onChooseFile={chooseFile}
          onHelp={() => setHelpOpen(true)}
        />
      )}
      <input
        ref={picker}
        type="file"
        className="hidden"
        tabIndex={-1}
        accept={pickableTypes(slot)}
        onChange={handlePick}
      />
    </>
  )
}

/** Returns the dialog's judge; its worker ends with the dialog. */
function useJudge(): CaptureJudge | null {
  const [judge, setJudge] = useState<CaptureJudge | null>(null)
  useEffect(() => {
    const made = new CaptureJudge()
    setJudge(made)
    return () => made.close()
  }, [])
  return judge
}

/** Why the camera can't be used, how to allow it in this browser, and the other ways. */
function NoCamera({
  title,
  place,
  failure,
  limits,
  onRetry,
  onChooseFile,
  onPhone,
}: {
  title: string
  place: string | null
  failure: Extract<Camera, { kind: 'failed' }>
  limits: string
  onRetry: () => void
  onChooseFile: () => void
  onPhone: (() => void) | undefined
}) {
  const text = CAMERA_PROBLEMS[failure.why]
  const heading = useRef<HTMLHeadingElement>(null)
  // Each time, so that a repeated failure is announced too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try fails by itself.
  useEffect(() => heading.current?.focus(), [failure])
  return (
    <CaptureSheet
      title={title}
      place={place}
      actions={
        <Button variant="primary" onClick={onRetry}>
          {text.retry ?? 'Try again'}
        </Button>
      }
    >
      <div className="low:grid low:grid-cols-2 low:gap-6">
        <div>
          <span className="grid size-14 place-items-center low:hidden rounded-full bg-yellow-bg text-yellow-ink">
            <CameraOff className="size-6 stroke-[1.6]" />
          </span>
          <h2
            ref={heading}
            tabIndex={-1}
            className="mt-5 text-[1.625rem] leading-7.75 outline-none low:mt-0 low:text-[1.25rem] low:leading-6"
          >
            {text.title}
          </h2>
          <p className="mt-1.5 text-ink-2">{text.lead}</p>
          <NumberedSteps steps={text.steps} />
        </div>
        <OtherWays limits={limits} onChooseFile={onChooseFile} onPhone={onPhone} />
      </div>
    </CaptureSheet>
  )
}

/** How to take a good photo, and the other ways. The first button leads back to the camera. */
function CameraHelp({
  title,
  place,
  slot,
  onBack,
  onChooseFile,
  onPhone,
}: {
  title: string
  place: string | null
  slot: DocumentSlot
  onBack: () => void
  onChooseFile: () => void
  onPhone: (() => void) | undefined
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <CaptureSheet
      title={title}
      place={place}
      onBack={onBack}
      actions={
        <Button variant="primary" onClick={onBack}>
          Back to the camera
        </Button>
      }
    >
      <div className="low:grid low:grid-cols-2 low:gap-6">
        <div>
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-[1.625rem] leading-7.75 outline-none low:text-[1.25rem] low:leading-6"
          >
            How to take a good photo
          </h2>
          <NumberedSteps steps={goodPhotoSteps(slot)} />
        </div>
        <OtherWays limits={acceptedFiles(slot)} onChooseFile={onChooseFile} onPhone={onPhone} />
      </div>
    </CaptureSheet>
  )
}

function goodPhotoSteps(slot: DocumentSlot): readonly string[] {
  return documentType(slot).group === 'selfie'
    ? [
        'Find even light, and take off what covers your face.',
        'Hold the camera level with your eyes, and fill the oval with your face.',
        'Look straight ahead and hold still. We take the photo for you.',
      ]
    : [
        'Put it flat on a plain, darker surface, where no lamp is reflected.',
        'Move closer until it fills the frame, with all four corners in view.',
        'Hold still. We take the photo for you, or you press the button at any time.',
      ]
}

/** A file, and where there is one a phone. */
function OtherWays({
  limits,
  onChooseFile,
  onPhone,
}: {
  limits: string
  onChooseFile: () => void
  onPhone: (() => void) | undefined
}) {
  return (
    <div>
      <h3 className="mt-7 mb-2.5 low:mt-0 text-[1rem]">Or do it another way</h3>
      <OtherWay icon={<Image />} title="Choose a photo or file" onClick={onChooseFile}>
        {limits}
      </OtherWay>
      {onPhone ? (
        <div className="mt-2.5">
          <OtherWay
            icon={<Smartphone />}
            title={
              <>
                Use <span className="pointer-coarse:hidden">your</span>
                <span className="hidden pointer-coarse:inline">another</span> phone
              </>
            }
            onClick={onPhone}
          >
            Scan a code and take the photo there
          </OtherWay>
        </div>
      ) : null}
    </div>
  )
}

function OtherWay({
  icon,
  title,
  children,
  onClick,
}: {
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  onClick: () => void
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex w-full cursor-pointer items-center gap-3.5 rounded-3 border border-line bg-surface px-4 py-3.5 text-left text-inherit"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{title}</b>
        <span className="text-sm text-ink-3">{children}</span>
      </span>
      <ChevronRight className="text-ink-3" />
    </button>
  )
}
