import type { ReactNode } from 'react'
import { BrandLeaf } from './brand-leaf.tsx'

/** A page that tells what went wrong, with the leaf beside it. */
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
  /** Anything between sentence and actions, for example the request id. */
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <main id="main" className="ep" tabIndex={-1}>
      <div>
        {code ? <p className="code">{code}</p> : null}
        <h1 className="mt-4" tabIndex={-1}>
          {title}
        </h1>
        <p className="lead mt-3 max-w-[46ch]">{lead}</p>
        {children}
        {actions ? <div className="mt-7 flex flex-wrap items-center gap-3">{actions}</div> : null}
      </div>
      <div className="art">
        <BrandLeaf />
      </div>
    </main>
  )
}
