import * as RadixTooltip from 'radix-ui/tooltip'
import type { ReactElement, ReactNode } from 'react'

const DELAY_MS = 700

/** A hint on hover (after 700 ms) and on focus. It never contains necessary text (design §7). */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <RadixTooltip.Provider delayDuration={DELAY_MS}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            className="z-56 max-w-[260px] animate-[fade_var(--t-2)_var(--ease)] rounded-[6px] bg-ink px-2.5 py-1.5 text-[13.5px]/5 text-canvas shadow-2"
            sideOffset={6}
            collisionPadding={8}
          >
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}
