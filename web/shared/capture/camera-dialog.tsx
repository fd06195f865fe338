import * as RadixDialog from 'radix-ui/dialog'
import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type DocType,
  type DocumentSlot,
  documentType,
  pickableTypes,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import { acceptedFiles } from '#web/shared/documents/accepted-files.ts'
import { toast } from '#web/ui/toast.ts'
import { CameraView } from './camera-view.tsx'
import { CaptureJudge } from './capture-judge.ts'
import type { Shot } from './capture-messages.ts'
import { NoCamera } from './no-camera.tsx'
import { ShotReview } from './shot-review.tsx'
import { useCamera } from './use-camera.ts'

export interface CameraDialogProps {
  slot: DocumentSlot
  docType: DocType | null
  open: boolean
  onClose: () => void
  /** A photo to send at once; `anyway` where it was found to be poor and its owner wants it. */
  onUse: (photo: File, seen: { anyway: boolean; faces: number | undefined }) => void
  /** A file instead of a photo. */
  onFile: (file: File) => void
}

/** The camera over the page: it guides, takes the photo by itself or by the button, and shows it before it is sent. */
export function CameraDialog(props: CameraDialogProps) {
  const { open } = props
  // Radix gives the focus back to its own trigger only, and this dialog is opened by state.
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  const handleCloseFocus = (event: Event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => next || props.onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          className="fixed inset-0 z-60 mx-auto grid h-dvh grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden bg-[#0a100e] text-[#f2f7f4] outline-none"
          aria-describedby={undefined}
          onCloseAutoFocus={handleCloseFocus}
        >
          <Capture {...props} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function Capture({ slot, docType, onClose, onUse, onFile }: CameraDialogProps) {
  const { camera, retry } = useCamera(documentType(slot).group === 'selfie' ? 'user' : 'environment')
  const judge = useJudge()
  const [shot, setShot] = useState<Shot | null>(null)
  const isShooting = useRef(false)
  const picker = useRef<HTMLInputElement>(null)
  const title = SLOT_LABELS[slot]
  const shoot = async (video: HTMLVideoElement, isAsked: boolean): Promise<PictureProblem | null> => {
    if (!judge || isShooting.current) return null
    isShooting.current = true
    try {
      const taken = await judge.shoot(video, slot)
      const [problem] = taken.problems
      // No one asked for a poor photo: the camera says what is wrong, and waits.
      if (problem && !isAsked) return problem
      setShot(taken)
    } catch {
      toast({
        kind: 'error',
        title: 'That photo didn’t work',
        description: 'Take it again, or choose a file.',
      })
    } finally {
      isShooting.current = false
    }
    return null
  }
  const handlePick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return
    onFile(file)
    onClose()
  }
  const chooseFile = () => picker.current?.click()
  const sendPhoto = ({ jpeg, problems, faces }: Shot) => {
    const photo = new File([jpeg], `${slot}.jpg`, { type: 'image/jpeg' })
    onUse(photo, { anyway: problems.length > 0, faces: faces ?? undefined })
    onClose()
  }
  return (
    <>
      {shot ? (
        <ShotReview
          title={title}
          slot={slot}
          shot={shot}
          onAgain={() => setShot(null)}
          onUse={() => sendPhoto(shot)}
        />
      ) : camera.kind === 'failed' ? (
        <NoCamera
          title={title}
          why={camera.why}
          limits={acceptedFiles(slot)}
          onRetry={retry}
          onChooseFile={chooseFile}
        />
      ) : (
        <CameraView
          slot={slot}
          docType={docType}
          title={title}
          camera={camera}
          judge={judge}
          onShoot={(video) => void shoot(video, true)}
          onDue={(video) => shoot(video, false)}
          onChooseFile={chooseFile}
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

/** Lives as long as the dialog, and so does its worker. */
function useJudge(): CaptureJudge | null {
  const [judge, setJudge] = useState<CaptureJudge | null>(null)
  useEffect(() => {
    const made = new CaptureJudge()
    setJudge(made)
    return () => made.close()
  }, [])
  return judge
}
