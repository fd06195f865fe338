import type { ReactNode } from 'react'
import { BrandLeaf } from './brand-leaf.tsx'

/** A page about an error, with the leaf next to it. */
export function ErrorPage({
  code,
  title,
  lead,
  children,
  actions,
}: {
  code?: string
  title: string
  lead: ReactNode
  /** Between sentence and actions, for example the request id. */
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-[1104px] flex-1 grid-cols-[minmax(0,1fr)_minmax(0,420px)] items-center gap-16 px-(--gutter) py-14 max-rail:grid-cols-1 max-rail:content-start max-rail:gap-8"
      tabIndex={-1}
    >
      <div>
        {code ? (
          <p className="text-[5.5rem] leading-none font-[660] tracking-[-0.045em] text-brand tabular-nums max-sm:text-[4rem]">
            {code}
          </p>
        ) : null}
        <h1 className="mt-4" tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-3 max-w-[46ch] text-lead text-ink-2">{lead}</p>
        {children}
        {actions ? <div className="mt-7 flex flex-wrap items-center gap-3">{actions}</div> : null}
      </div>
      <div className="w-full max-w-[330px] justify-self-center text-leaf max-rail:-order-1 max-rail:max-w-45 max-rail:justify-self-start">
        <BrandLeaf />
      </div>
    </main>
  )
}
