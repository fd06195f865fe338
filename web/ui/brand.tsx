/** The mark: a leaf split along its vein, one half made of ledger entries (design §2). */
export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path className="leaf-a" d="M4.6 27.4C1.2 12.6 11.6 2 29.4 2.6Z" />
      <path
        className="leaf-b"
        fill="none"
        strokeWidth="3.3"
        strokeLinecap="round"
        d="M25.7 10h1.7M20.4 15.4h6M15 20.8h8.8M9.8 26.2h8.4"
      />
    </svg>
  )
}

/** What goes into a link with the class `brand`: mark, name, and the area behind a hairline. */
export function BrandLockup({ area }: { area?: 'Verify' | 'Admin' }) {
  return (
    <>
      <BrandMark />
      <span>Verdaccord</span>
      {area ? <span className="sub">{area}</span> : null}
    </>
  )
}

/** The lock-up as a plain link; for the router's link put BrandLockup into `<Link className="brand">`. */
export function BrandLink({ href, area }: { href: string; area?: 'Verify' | 'Admin' }) {
  return (
    <a className="brand" href={href}>
      <BrandLockup area={area} />
    </a>
  )
}
