import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, type DragEvent, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

type DropZoneProps = {
  inputId: string
  accept: string
  capture?: 'user' | 'environment'
  limits: ReactNode
  disabled?: boolean
  isOver: boolean
  isBad: boolean
  describedBy?: string
  onOver: (over: boolean) => void
  onBrowse: (file: File) => void
  onDrop: (file: File) => void
}

/** Where a file is picked: a real button, and a place to drop on for those who can. */
export function DropZone({
  inputId,
  accept,
  capture,
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
      className={classNames('dz', isOver && 'over', isBad && 'bad')}
      onClick={openPicker}
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrop}
    >
      {isOver ? <Download className="i i-24" /> : <Upload className="i i-24" />}
      <div className="t">
        {isOver ? (
          <b className="font-semibold">Drop the file to choose it</b>
        ) : (
          <>
            <Button
              disabled={disabled}
              aria-describedby={describedBy}
              onClick={(event) => {
                event.stopPropagation()
                openPicker()
              }}
            >
              Browse files
            </Button>
            <br />
            or drag and drop a file here
          </>
        )}
      </div>
      <p className="lim">{limits}</p>
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
