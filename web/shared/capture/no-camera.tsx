import CameraOff from 'lucide-react/icons/camera-off'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Image from 'lucide-react/icons/image'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CaptureSheet, NumberedSteps } from './capture-sheet.tsx'
import { CAMERA_PROBLEMS, type CameraProblem } from './use-camera.ts'

/** Why the camera can't be used, how to allow it in this browser, and the other ways. */
export function NoCamera({
  title,
  why,
  limits,
  onRetry,
  onChooseFile,
}: {
  title: string
  why: CameraProblem
  limits: string
  onRetry: () => void
  onChooseFile: () => void
}) {
  const text = CAMERA_PROBLEMS[why]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <CaptureSheet
      title={title}
      actions={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <span className="grid size-14 place-items-center rounded-full bg-yellow-bg text-yellow-ink">
        <CameraOff className="size-6 stroke-[1.6]" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-[26px] leading-[31px] outline-none">
        {text.title}
      </h2>
      <p className="mt-1.5 text-ink-2">{text.lead}</p>
      <NumberedSteps steps={text.steps} />
      <h3 className="mt-7 mb-2.5 text-[16px]">Or do it another way</h3>
      <OtherWay icon={<Image />} title="Choose a photo or file" onClick={onChooseFile}>
        {limits}
      </OtherWay>
    </CaptureSheet>
  )
}

function OtherWay({
  icon,
  title,
  children,
  onClick,
}: {
  icon: ReactNode
  title: string
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
