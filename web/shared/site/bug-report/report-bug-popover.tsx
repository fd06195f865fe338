import { useMutation } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type RefObject, type SubmitEvent, useEffect, useId, useState } from 'react'
import { api, type Input } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AnchoredPopover } from '#web/ui/popover.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

/** The catalogue's texts (account-admin §5.1). */
const REQUIRED = { title: 'Description required', description: 'Please provide a description of the issue' }
const SUBMITTED = { title: 'Bug report submitted', description: 'Thank you for your feedback!' }
const FAILED = {
  title: 'Submission failed',
  description: 'Unable to submit bug report. Please try again later.',
}

const AUTO_CLOSE_MS = 2000

type Report = NonNullable<Input<'POST /api/bug-report'>['body']>

/** Sends a bug report to support. The input is kept until that succeeds. */
export function ReportBugPopover({
  anchor,
  open,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
}) {
  const [description, setDescription] = useState('')
  const reasonId = useId()
  const { mutate, reset, variables, status, error } = useMutation({
    mutationFn: (body: Report) => api('POST /api/bug-report', { body }),
    onSuccess: () => {
      setDescription('')
      toast({ kind: 'success', ...SUBMITTED })
    },
    onError: () => toast({ kind: 'error', ...FAILED }),
  })
  const isSent = status === 'success'
  useAutoClose(open && isSent, onClose)
  useEffect(() => {
    if (!open && isSent) reset()
  }, [open, isSent, reset])

  const isBlank = description.trim() === ''
  const submit = () => {
    if (status === 'pending') return
    if (isBlank) return toast({ kind: 'error', ...REQUIRED })
    // The same text sent again has the same timestamp, so that the server stores the report once.
    const timestamp = variables?.description === description ? variables.timestamp : new Date().toISOString()
    // Without the query string, which may contain private data.
    const url = location.origin + location.pathname
    mutate({ description, timestamp, url, userAgent: navigator.userAgent })
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    submit()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  return (
    <AnchoredPopover anchor={anchor} open={open} onClose={onClose} label="Report Bug" room="form">
      {isSent ? (
        <p className="flex items-center gap-3" role="status">
          <CircleCheck className="size-5 text-green-solid" />
          {SUBMITTED.description}
        </p>
      ) : (
        <form noValidate onSubmit={handleSubmit} className="relative">
          <h2 className="text-h3">Report Bug</h2>
          {error ? (
            <Banner kind="error" title={FAILED.title} live className="mt-3">
              {isRefused(error) ? error.message : FAILED.description}
            </Banner>
          ) : null}
          <TextArea
            label="Description"
            hint="What did you do, and what happened? Leave out passwords and personal details."
            rows={4}
            fieldClassName="mt-3"
            error={error instanceof ApiError ? error.body.fields?.description : undefined}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            onKeyDown={handleKeyDown}
          />
          <p className="mt-3 text-sm text-ink-3" id={reasonId}>
            {isBlank
              ? REQUIRED.description
              : 'We also get the address of this page, the name of your browser and, if you are signed in, your account number.'}
          </p>
          <Button
            type="submit"
            variant="primary"
            block
            className="mt-3"
            disabled={isBlank}
            busy={status === 'pending'}
            busyLabel="Submitting..."
            aria-describedby={reasonId}
          >
            Submit Report
          </Button>
          {/* Last, so that the focus starts in the field. */}
          <IconButton
            size="sm"
            variant="tertiary"
            label="Close"
            icon={<X />}
            className="absolute -top-2 -right-2"
            onClick={onClose}
          />
        </form>
      )}
    </AnchoredPopover>
  )
}

/** Whether the server gave a reason written for people. */
function isRefused(error: Error): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

function useAutoClose(isDone: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(onClose, AUTO_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [isDone, onClose])
}
