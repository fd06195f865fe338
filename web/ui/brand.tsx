/** The mark: a leaf split along its vein, one half made of ledger entries (design §2). */
export function BrandMark() {
  return (
    <svg className="size-7" viewBox="0 0 32 32" aria-hidden="true">
      <path
        className="fill-(--bar-leaf) forced-colors:fill-[CanvasText]"
        d="M4.6 27.4C1.2 12.6 11.6 2 29.4 2.6Z"
      />
      <path
        className="stroke-(--bar-vein) forced-colors:stroke-[CanvasText]"
        fill="none"
        strokeWidth="3.3"
        strokeLinecap="round"
        d="M25.7 10h1.7M20.4 15.4h6M15 20.8h8.8M9.8 26.2h8.4"
      />
    </svg>
  )
}

/** The class of the link around the lock-up. */
export const BRAND_CLASS =
  'inline-flex min-h-11 items-center gap-2.5 text-[min(1.125rem,6vw)] font-[660] tracking-[-0.022em] text-(--bar-current) no-underline'

/**
 * Staff have one more icon in the bar: on phones it takes the place of the area's name, on the narrowest ones
 * for everyone.
 */
const AREA_CLASS =
  "border-l border-(--bar-line) pl-2.5 font-medium tracking-[-0.01em] text-(--bar-area) max-[385px]:hidden max-[431px]:[header:has([aria-keyshortcuts~='/'])_&]:hidden"

/** The content of a link with BRAND_CLASS: mark, name, and the area behind a hairline. */
export function BrandLockup({ area }: { area?: 'Verify' | 'Admin' }) {
  return (
    <>
      <BrandMark />
      <span>Verdaccord</span>
      {area ? <span className={AREA_CLASS}>{area}</span> : null}
    </>
  )
}

/** The lock-up as a plain link; for the router's link put BrandLockup into `<Link className={BRAND_CLASS}>`. */
export function BrandLink({ href, area }: { href: string; area?: 'Verify' | 'Admin' }) {
  return (
    <a className={BRAND_CLASS} href={href}>
      <BrandLockup area={area} />
    </a>
  )
}
