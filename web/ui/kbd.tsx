import { classNames } from './class-names.ts'

/** A key next to what it does; the button itself announces it with aria-keyshortcuts. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid h-5 min-w-5 flex-none place-items-center rounded-[5px] border border-b-2 border-current/30 px-1 font-mono text-[.75rem] leading-none font-medium max-[860px]:hidden',
        className,
      )}
    >
      {children}
    </span>
  )
}
