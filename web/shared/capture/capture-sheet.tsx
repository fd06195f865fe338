import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { useBackCloses } from '#web/ui/back-closes.ts'

const BAR_BUTTON = 'grid size-12 cursor-pointer place-items-center border-0 bg-transparent text-inherit'

/** A full-screen sheet: a bar with Close, the content, and buttons within reach of a thumb. */
export function CaptureSheet({
  title,
  place,
  picture,
  actions,
  onBack,
  children,
}: {
  title: string
  /** Which photo of several it is, if there are. */
  place: string | null
  /** Above the text; next to it on a phone in landscape. */
  picture?: ReactNode
  actions: ReactNode
  /** Returns to the camera below it, by its own button and by the browser's Back. */
  onBack?: () => void
  children: ReactNode
}) {
  useBackCloses(onBack !== undefined, () => onBack?.())
  const close = (
    <RadixDialog.Close className={BAR_BUTTON} aria-label="Close">
      <X />
    </RadixDialog.Close>
  )
  return (
    <div className="col-span-full row-span-full mx-auto flex h-full min-h-0 w-full max-w-[560px] flex-col bg-canvas text-ink low:max-w-none">
      <div className="grid min-h-14 low:min-h-12 grid-cols-[3rem_1fr_3rem] items-center border-b border-line bg-surface px-1">
        {onBack ? (
          <button type="button" className={BAR_BUTTON} aria-label="Back" onClick={onBack}>
            <ArrowLeft />
          </button>
        ) : (
          close
        )}
        <div className="text-center">
          <RadixDialog.Title className="text-card/5 font-semibold">{title}</RadixDialog.Title>
          {place ? <p className="text-sm/4.5 text-ink-2">{place}</p> : null}
        </div>
        {onBack ? close : null}
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4 pt-5 pb-6 low:flex low:gap-5 low:overflow-hidden low:py-3">
        {picture}
        <div className="low:flex-1 low:overflow-auto low:text-sm">{children}</div>
      </div>
      <div className="grid gap-2 border-t border-line bg-surface px-4 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] low:auto-cols-fr low:grid-flow-col low:py-2">
        {actions}
      </div>
    </div>
  )
}

export function NumberedSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-[18px] grid list-none gap-3 p-0 low:mt-2.5 low:gap-2">
      {steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[28px_1fr] gap-3">
          <span
            className="grid size-7 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand-ink"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
