import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Upload from 'lucide-react/icons/upload'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { UploadFieldLook } from './upload-field-look.ts'

type UploadFileRowProps = {
  state: Exclude<UploadFieldLook, { kind: 'empty' | 'dragging' }>
  describedBy: string
  /** Null while something is to be chosen about it. */
  readyLabel: string | null
  replaceLabel?: string
  disabled?: boolean
  onUpload: (() => void) | undefined
  onCancel: () => void
  cancelLabel?: string | undefined
  onReplace: () => void
}

export const NOT_READY = 'Uploaded, not ready yet'

/** A chosen, uploading or stored file: picture, name, size and actions. */
export function UploadFileRow({ state, readyLabel, ...props }: UploadFileRowProps) {
  const { file } = state
  return (
    <div className="mt-3.5 grid grid-cols-[104px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 @max-[501px]:grid-cols-[92px_minmax(0,1fr)]">
      <Thumbnail src={file.previewUrl} />
      <div>
        {state.kind === 'uploaded' && readyLabel === null ? (
          <p className="inline-flex items-center gap-1.5 text-card font-semibold text-yellow-ink">
            <CircleAlert className="stroke-[2.2]" />
            {NOT_READY}
          </p>
        ) : null}
        {state.kind === 'uploaded' && readyLabel !== null ? (
          <p className="inline-flex items-center gap-1.5 text-card font-semibold text-green-ink">
            <CircleCheck className="stroke-[2.2]" />
            {readyLabel}
          </p>
        ) : null}
        <p
          className={classNames('text-card font-[560] wrap-anywhere', state.kind === 'uploaded' && 'mt-0.5')}
        >
          {file.name}
        </p>
        {file.size ? <p className="text-sm/5 text-ink-3 tabular-nums">{file.size}</p> : null}
        {state.kind === 'uploading' ? <UploadProgress {...state} /> : null}
      </div>
      <div className="flex flex-wrap gap-2.5 @max-[501px]:col-span-full @max-[501px]:mt-1 @max-[361px]:[&_.button]:flex-1">
        <RowActions
          kind={state.kind}
          tryNow={(state.kind === 'uploading' && state.waiting?.tryNow) || undefined}
          {...props}
        />
      </div>
    </div>
  )
}

function RowActions({
  kind,
  tryNow,
  describedBy,
  replaceLabel = 'Upload Different Document',
  disabled,
  onUpload,
  onCancel,
  cancelLabel = 'Cancel',
  onReplace,
}: Omit<UploadFileRowProps, 'state' | 'readyLabel'> & {
  kind: UploadFileRowProps['state']['kind']
  tryNow: (() => void) | undefined
}) {
  const cancel = (
    <Button size="sm" aria-describedby={describedBy} onClick={onCancel}>
      {cancelLabel}
    </Button>
  )
  switch (kind) {
    case 'chosen':
      return (
        <>
          {onUpload ? (
            <Button
              variant="primary"
              size="sm"
              disabled={disabled}
              aria-describedby={describedBy}
              onClick={onUpload}
            >
              <Upload className="size-4" />
              Upload
            </Button>
          ) : null}
          {cancel}
        </>
      )
    case 'uploading':
      return (
        <>
          {tryNow ? (
            <Button variant="primary" size="sm" aria-describedby={describedBy} onClick={tryNow}>
              <RefreshCw className="size-4" />
              Try again
            </Button>
          ) : null}
          {cancel}
        </>
      )
    case 'uploaded':
      return (
        <Button size="sm" disabled={disabled} aria-describedby={describedBy} onClick={onReplace}>
          <RefreshCw className="size-4" />
          {replaceLabel}
        </Button>
      )
    default:
      return kind satisfies never
  }
}

function UploadProgress({ file, percent, waiting }: Extract<UploadFieldLook, { kind: 'uploading' }>) {
  return (
    <>
      <div className="mt-2 flex justify-between gap-3 text-sm text-ink-2">
        <span>{waiting ? 'Waiting' : 'Uploading'}</span>
        <b className="font-semibold text-ink tabular-nums">{percent}%</b>
      </div>
      <div
        className="mt-1 h-2 overflow-hidden rounded-1 bg-sunken shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
        role="progressbar"
        aria-label={`Uploading ${file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i
          className="block h-full rounded-1 bg-brand forced-colors:bg-[CanvasText] transition-[width] duration-(--t-2) ease-(--ease)"
          style={{ width: `${percent}%` }}
        />
      </div>
      {waiting ? <p className="mt-2 text-sm text-ink-2">{waiting.message}</p> : null}
    </>
  )
}
