/** The first thing Tab reaches: jumps over the header to main. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a className="skip" href={`#${target}`}>
      Skip to main content
    </a>
  )
}
