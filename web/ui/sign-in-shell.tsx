import type { ReactNode } from 'react'
import { BrandLeaf } from './brand-leaf.tsx'
import { classNames } from './class-names.ts'
import { PANEL_CLASS } from './panel-class.ts'
import { ThemeToggle } from './theme-toggle.tsx'

const ABOUT_CLASS =
  'relative flex flex-col overflow-hidden px-12 py-10 text-panel-ink max-rail:min-h-54 max-rail:px-4 max-rail:pt-4 max-rail:pb-5.5 [&>a]:relative'

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
  /** Legal and support links below the form. */
  links?: ReactNode
}) {
  return (
    <div className="grid min-h-screen flex-1 grid-cols-[minmax(0,46%)_1fr] max-rail:grid-cols-1 max-rail:grid-rows-[auto_1fr]">
      <section className={classNames(PANEL_CLASS, ABOUT_CLASS)} aria-label="About Verdaccord">
        {brand}
        <div className="absolute top-24 right-10 aspect-[440/590] h-[min(64vh,520px)] text-panel-leaf opacity-85 max-rail:top-4.5 max-rail:right-5 max-rail:h-[138px] *:h-full">
          <BrandLeaf />
        </div>
        <div className="relative mt-auto max-w-110">
          <p className="text-[1.875rem]/9.25 font-[620] tracking-[-0.02em] text-balance max-rail:text-[1.375rem]/7">
            {tagline}
          </p>
          <p className="mt-3.5 text-panel-ink-2 max-rail:hidden">{description}</p>
        </div>
      </section>
      <main id="main" className="flex flex-col bg-surface" tabIndex={-1}>
        <div className="flex min-h-21 items-center justify-end px-6 py-5 max-rail:hidden">
          <ThemeToggle />
        </div>
        <div className="grid flex-1 content-center justify-items-center px-8 pb-10 max-rail:content-start max-rail:px-4 max-rail:py-8">
          <div className="w-full max-w-100">{children}</div>
        </div>
        {links ? (
          <nav
            className="flex flex-wrap justify-center gap-5.5 px-8 py-5 text-[.875rem] text-ink-3 *:inline-flex *:min-h-8 *:items-center *:text-ink-2 *:no-underline *:hover:underline *:hover:decoration-auto"
            aria-label="Legal and support"
          >
            {links}
          </nav>
        ) : null}
      </main>
    </div>
  )
}
