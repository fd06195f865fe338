import type { ReactNode } from 'react'
import { BrandLeaf } from './brand-leaf.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** Sign-in in two halves: the green panel with the leaf, and the form. The panel is a band on phones. */
export function SignInShell({
  brand,
  tagline,
  description,
  children,
  links,
}: {
  brand: ReactNode
  tagline: ReactNode
  description: ReactNode
  children: ReactNode
  /** Legal and support links under the form. */
  links?: ReactNode
}) {
  return (
    <div className="si">
      <section className="si-p" aria-label="About Verdaccord">
        {brand}
        <div className="art">
          <BrandLeaf />
        </div>
        <div className="txt">
          <p className="big">{tagline}</p>
          <p>{description}</p>
        </div>
      </section>
      <main id="main" className="si-m" tabIndex={-1}>
        <div className="si-top">
          <div className="nav">
            <ThemeToggle />
          </div>
        </div>
        <div className="si-c">
          <div>{children}</div>
        </div>
        {links ? (
          <nav className="si-f" aria-label="Legal and support">
            {links}
          </nav>
        ) : null}
      </main>
    </div>
  )
}
