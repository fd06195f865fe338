/** The first element in the Tab order: jumps over the header to main. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a
      className="absolute -top-15 left-4 z-60 rounded-2 bg-ink px-4 py-2.5 text-canvas focus:top-2.5 print:hidden"
      href={`#${target}`}
    >
      Skip to main content
    </a>
  )
}
