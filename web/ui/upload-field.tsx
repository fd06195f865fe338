import Camera from 'lucide-react/icons/camera'
import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import {
  type ChangeEvent,
  type DragEvent,
  type FocusEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { ErrorText } from './field.tsx'
import type { UploadFieldLook } from './upload-field-look.ts'
import { NOT_READY, UploadFileRow } from './upload-file-row.tsx'

export type UploadFieldProps = {
  id?: string
  label: string
  /** 2 if there is no heading between the page's and this one. */
  level?: 2 | 3
  description?: ReactNode
  /** Between the label and the file: questions to answer first. */
  before?: ReactNode
  /** Above the place for a file: a better way to give it. */
  lead?: ReactNode
  /** Below the file: notices about it. */
  after?: ReactNode
  state: UploadFieldLook
  error?: string
  /** The accept attribute, for example "image/png,image/jpeg". */
  accept: string
  /** Opens the camera on phones. */
  capture?: 'user' | 'environment'
  /** Takes a photo within the page, where that is possible. */
  onCamera?: () => void
  /** Whether the lead is the first way, and this device's own camera another. */
  isCameraSecond?: boolean
  /** "PNG, JPEG or PDF, under 10 MB" */
  limits: ReactNode
  /** Called when a file was picked with the button. */
  onBrowse: (file: File) => void
  /** Called when a file was dropped; the caller checks it, because dropping ignores accept. */
  onDrop: (file: File) => void
  /** Sends the chosen file; absent if another control below the file does that. */
  onUpload: (() => void) | undefined
  /** Discards the chosen file, or aborts the upload. */
  onCancel: () => void
  cancelLabel?: string | undefined
  onReplace: () => void
  /** The notice next to a stored file. */
  readyLabel?: string
  /** False while something is still to be chosen about the stored file. */
  isReady?: boolean
  replaceLabel?: string
  /** At the label's right: a badge. */
  aside?: ReactNode
  disabled?: boolean
}

/** The upload widget in its six states (onboarding §4.2). It renders and reports; the caller sends the file. */
export function UploadField({
  state,
  error,
  onDrop,
  readyLabel = 'Document ready',
  isReady = true,
  ...props
}: UploadFieldProps) {
  const own = useId()
  const id = props.id ?? own
  const Heading = props.level === 2 ? 'h2' : 'h3'
  const [isOver, setOver] = useState(false)
  const { box, followFocus } = useFocusAfterChange(state.kind, props.onUpload !== undefined)
  // The buttons have short names; the label says which document they are for.
  const describedBy = classNames(`${id}-label`, error && `${id}-error`) ?? id
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a size container in every browser.
    <div
      className="@container rounded-3 border border-line bg-surface p-5 max-phone:p-4 [[data-upload]+&]:mt-4"
      data-upload
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      ref={box}
      onFocus={followFocus}
      onBlur={followFocus}
    >
      <div className="flex items-start justify-between gap-3 max-phone:flex-wrap">
        <div>
          <Heading className="text-base tracking-[-0.012em]" id={`${id}-label`}>
            {props.label}
          </Heading>
          {props.description ? <p className="text-card text-ink-3">{props.description}</p> : null}
        </div>
        {props.aside}
      </div>
      {props.before}
      <div role="alert">{error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}</div>
      {props.lead}
      {state.kind === 'empty' || state.kind === 'dragging' ? (
        <DropZone
          inputId={`${id}-file`}
          accept={props.accept}
          capture={props.capture}
          onCamera={props.onCamera}
          isCameraSecond={props.isCameraSecond}
          limits={props.limits}
          disabled={props.disabled}
          isOver={isOver || state.kind === 'dragging'}
          isBad={error !== undefined && error !== ''}
          describedBy={describedBy}
          onOver={setOver}
          onBrowse={props.onBrowse}
          onDrop={onDrop}
        />
      ) : (
        <UploadFileRow
          state={state}
          describedBy={describedBy}
          readyLabel={isReady ? readyLabel : null}
          replaceLabel={props.replaceLabel}
          disabled={props.disabled}
          onUpload={props.onUpload}
          onCancel={props.onCancel}
          cancelLabel={props.cancelLabel}
          onReplace={props.onReplace}
        />
      )}
      {props.after}
      <p className="sr-only" aria-live="polite">
        {announcement(state, isReady ? readyLabel : NOT_READY)}
      </p>
    </div>
  )
}

/** When the focused button disappears, with its state or by itself, focuses the first button that is there then. */
function useFocusAfterChange(kind: UploadFieldLook['kind'], hasUpload: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const wasInside = useRef(false)
  const followFocus = (event: FocusEvent) => {
    // A removed element blurs to nothing; only moving to another element counts as leaving.
    if (event.type === 'focus') wasInside.current = true
    else if (event.relatedTarget) wasInside.current = box.current?.contains(event.relatedTarget) ?? false
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other buttons are there.
  useEffect(() => {
    if (!wasInside.current || document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }, [kind, hasUpload])
  return { box, followFocus }
}

/** Announces 10, 30 and 100 percent only (design §7.4): the text stays the same in between. */
function announcement(state: UploadFieldLook, readyLabel: string): string {
  switch (state.kind) {
    case 'uploading': {
      if (state.waiting) return state.waiting.message
      const milestone = [100, 30, 10].find((percent) => state.percent >= percent)
      return milestone === undefined ? '' : `${state.file.name}, ${milestone} percent uploaded`
    }
    case 'uploaded':
      return `${state.file.name}, 100 percent uploaded. ${readyLabel}`
    case 'empty':
    case 'dragging':
    case 'chosen':
      return ''
    default:
      return state satisfies never
  }
}

type DropZoneProps = {
  inputId: string
  accept: string
  capture?: 'user' | 'environment'
  onCamera?: () => void
  isCameraSecond?: boolean
  limits: ReactNode
  disabled?: boolean
  isOver: boolean
  isBad: boolean
  describedBy?: string
  onOver: (over: boolean) => void
  onBrowse: (file: File) => void
  onDrop: (file: File) => void
}

/** Where a file is picked: a real button, and a drop target. */
function DropZone({
  inputId,
  accept,
  capture,
  onCamera,
  isCameraSecond,
  limits,
  disabled,
  isOver,
  isBad,
  describedBy,
  onOver,
  onBrowse,
  onDrop,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const openPicker = () => {
    if (!disabled) input.current?.click()
  }
  const handlePick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Emptied, so that picking the same file again is a change again.
    event.target.value = ''
    if (file) onBrowse(file)
  }
  const handleDrag = (event: DragEvent) => {
    event.preventDefault()
    if (!disabled)
      onOver(event.type !== 'dragleave' || event.currentTarget.contains(event.relatedTarget as Node))
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    onOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onDrop(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an extra for the mouse; the button does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside has the keys.
    <div
      className={classNames(
        'mt-3.5 grid cursor-pointer justify-items-center gap-1 rounded-2 text-center',
        isOver
          ? 'border-2 bg-brand-soft px-[19.5px] py-[23.5px]'
          : 'border-[1.5px] border-dashed bg-sunken px-5 py-6',
        isBad ? 'border-red-solid' : isOver ? 'border-brand' : 'border-line-strong',
      )}
      onClick={openPicker}
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrop}
    >
      {isOver ? (
        <Download className="mb-1 size-6 stroke-[1.6] text-brand" />
      ) : (
        <Upload className="mb-1 size-6 stroke-[1.6] text-ink-3" />
      )}
      <div className="text-card text-ink-2">
        {isOver ? (
          <b className="font-semibold">Drop the file to choose it</b>
        ) : (
          <>
            {onCamera ? (
              <Button
                variant={isCameraSecond ? 'secondary' : 'primary'}
                className="mr-2.5 mb-2 align-middle"
                disabled={disabled}
                aria-describedby={describedBy}
                onClick={(event) => {
                  event.stopPropagation()
                  onCamera()
                }}
              >
                <Camera className="size-4" />
                {isCameraSecond ? 'Use this computer’s camera' : 'Take a photo'}
              </Button>
            ) : null}
            <Button
              className="mb-2 align-middle"
              disabled={disabled}
              aria-describedby={describedBy}
              onClick={(event) => {
                event.stopPropagation()
                openPicker()
              }}
            >
              Browse files
            </Button>
            {/* A finger can't drag a file. */}
            <span className="pointer-coarse:hidden">
              <br />
              or drag and drop a file here
            </span>
          </>
        )}
      </div>
      <p className={classNames('text-xs', isOver ? 'text-brand-ink' : 'text-ink-3')}>{limits}</p>
      <input
        ref={input}
        className="hidden"
        type="file"
        accept={accept}
        capture={capture}
        id={inputId}
        tabIndex={-1}
        onClick={(event) => event.stopPropagation()}
        onChange={handlePick}
      />
    </div>
  )
}
