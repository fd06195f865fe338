import CircleCheck from 'lucide-react/icons/circle-check'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Upload from 'lucide-react/icons/upload'
import { Button } from './button.tsx'
import { Thumbnail } from './thumbnail.tsx'
import type { UploadFieldLook } from './upload-field-look.ts'

type UploadFileRowProps = {
  state: Exclude<UploadFieldLook, { kind: 'empty' | 'dragging' }>
  describedBy: string
  readyLabel: string
  replaceLabel?: string
  disabled?: boolean
  onUpload: () => void
  onCancel: () => void
  onReplace: () => void
}

/** A file that is chosen, on its way or stored: picture, name, size, and what can be done with it. */
export function UploadFileRow({ state, readyLabel, ...props }: UploadFileRowProps) {
  const { file } = state
  return (
    <div className="fl">
      <Thumbnail src={file.previewUrl} />
      <div>
        {state.kind === 'uploaded' ? (
          <p className="ready">
            <CircleCheck className="i" />
            {readyLabel}
          </p>
        ) : null}
        <p className="nm">{file.name}</p>
        {file.size ? <p className="mt">{file.size}</p> : null}
        {state.kind === 'uploading' ? <UploadProgress {...state} /> : null}
      </div>
      <div className="up-a @max-[361px]:[&_.button]:flex-1">
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
  onReplace,
}: Omit<UploadFileRowProps, 'state' | 'readyLabel'> & {
  kind: UploadFileRowProps['state']['kind']
  tryNow: (() => void) | undefined
}) {
  const cancel = (
    <Button size="sm" aria-describedby={describedBy} onClick={onCancel}>
      Cancel
    </Button>
  )
  switch (kind) {
    case 'chosen':
      return (
        <>
          <Button
            variant="primary"
            size="sm"
            disabled={disabled}
            aria-describedby={describedBy}
            onClick={onUpload}
          >
            <Upload className="i i-16" />
            Upload
          </Button>
          {cancel}
        </>
      )
    case 'uploading':
      return (
        <>
          {tryNow ? (
            <Button variant="primary" size="sm" aria-describedby={describedBy} onClick={tryNow}>
              <RefreshCw className="i i-16" />
              Try again
            </Button>
          ) : null}
          {cancel}
        </>
      )
    case 'uploaded':
      return (
        <Button size="sm" disabled={disabled} aria-describedby={describedBy} onClick={onReplace}>
          <RefreshCw className="i i-16" />
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
      <div className="pg-t">
        <span>{waiting ? 'Waiting' : 'Uploading'}</span>
        <b>{percent}%</b>
      </div>
      <div
        className="pg"
        role="progressbar"
        aria-label={`Uploading ${file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      {waiting ? <p className="mt-2 text-sm text-ink-2">{waiting.message}</p> : null}
    </>
  )
}
