import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'

/** Four small pictures of how to photograph a document, the first as it should be. */
export function PhotoTips() {
  const id = useId()
  return (
    <div className="mt-3 grid grid-cols-4 gap-x-3 gap-y-3 max-phone:grid-cols-2 max-phone:gap-y-4">
      <Tip good caption="Flat, with all four corners showing">
        <Sample />
        <path
          className="fill-none stroke-green-solid stroke-[2.5]"
          strokeLinecap="round"
          d="M22 30V16h14M138 30V16h-14M22 78v14h14M138 78v14h-14"
        />
      </Tip>
      <Tip caption="Glare or reflections">
        <Sample />
        <ellipse className="fill-surface" cx="98" cy="48" rx="30" ry="19" opacity=".96" />
        <path
          className="stroke-yellow-solid stroke-[2.2]"
          strokeLinecap="round"
          d="M98 24v10M98 62v10M66 48h10M120 48h10M76 32l6 6M114 58l6 6M76 64l6-6M114 38l6-6"
        />
      </Tip>
      <Tip caption="Blurred or out of focus">
        <filter id={`${id}-blur`}>
          <feGaussianBlur stdDeviation="2.6" />
        </filter>
        <g filter={`url(#${id}-blur)`}>
          <Sample />
        </g>
      </Tip>
      <Tip caption="Cut off or covered">
        <g transform="translate(30 14) scale(1.28)">
          <Sample />
        </g>
      </Tip>
    </div>
  )
}

function Tip({ good, caption, children }: { good?: boolean; caption: string; children: ReactNode }) {
  return (
    <figure>
      <svg className="block h-auto w-full rounded-2 bg-sunken" viewBox="0 0 160 108" aria-hidden="true">
        {children}
      </svg>
      <figcaption className="mt-2 flex gap-1.5 text-sm/5 text-ink-2">
        {good ? (
          <Check className="mt-0.5 size-4 stroke-[2.4] text-green-ink" />
        ) : (
          <X className="mt-0.5 size-4 stroke-[2.4] text-red-ink" />
        )}
        <span>
          <span className="sr-only">{good ? 'Good: ' : 'Avoid: '}</span>
          {caption}
        </span>
      </figcaption>
    </figure>
  )
}

function Sample() {
  return (
    <>
      <rect
        className="fill-surface stroke-line-strong stroke-[1.5]"
        x="30"
        y="22"
        width="100"
        height="64"
        rx="6"
      />
      <rect className="fill-neutral-line" x="39" y="33" width="28" height="36" rx="3" />
      <path
        className="stroke-line-strong stroke-[3.2]"
        strokeLinecap="round"
        d="M76 38h44M76 49h36M76 60h40M39 78h50"
      />
    </>
  )
}
