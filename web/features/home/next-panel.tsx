import ArrowRight from 'lucide-react/icons/arrow-right'
import type { HomePanel } from '#contract/verification/leaf.ts'
import { TaskLink } from '#web/shared/verification/step-link.tsx'

/**
 * The page's one dark panel with its one button; during our review, when we will answer and how much of that
 * time has passed.
 */
export function NextPanel({
  panel: { eyebrow, title, text, quotes, button, mistake, clock },
}: {
  panel: HomePanel
}) {
  return (
    <section
      aria-labelledby="next-step"
      className="rounded-3 bg-panel px-6 pt-[22px] pb-6 text-panel-ink max-md:px-[18px] max-md:pt-[18px] max-md:pb-5 forced-colors:border [&_:focus-visible]:outline-[var(--panel-focus)]"
    >
      {eyebrow ? <p className="text-[.84375rem] leading-5 font-medium text-panel-ink-2">{eyebrow}</p> : null}
      <h2 className="mt-1 tabular-nums [overflow-wrap:anywhere]" id="next-step">
        {title}
      </h2>
      {text ? <p className="mt-2 text-card text-panel-ink-2 [overflow-wrap:anywhere]">{text}</p> : null}
      {quotes.map((quote) => (
        <blockquote
          key={quote.label}
          className="mt-3 rounded-2 bg-panel-2 px-3.5 py-3 text-card [overflow-wrap:anywhere]"
        >
          {quotes.length > 1 ? <b className="block font-semibold">{quote.label}</b> : null}
          {`“${quote.text}”`}
        </blockquote>
      ))}
      {clock ? (
        <div className="mt-4">
          <div
            aria-hidden="true"
            className="h-1.5 overflow-hidden rounded-full bg-panel-2 shadow-[inset_0_0_0_1px_var(--panel-line)] forced-colors:border"
          >
            <div
              className="h-full rounded-full bg-panel-leaf forced-colors:bg-[CanvasText]"
              style={{ width: `${clock.passed * 100}%` }}
            />
          </div>
          <p className="mt-[7px] flex flex-wrap justify-between gap-x-4 text-xs text-panel-ink-2 tabular-nums">
            <span>{clock.sent}</span>
            <span>{clock.left}</span>
          </p>
        </div>
      ) : null}
      {button ? (
        <TaskLink
          className="mt-[18px] inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-2 bg-panel-button px-5 text-base font-semibold text-panel no-underline hover:bg-panel-ink forced-colors:border"
          href={button.href}
          startsAgain={button.startsAgain}
        >
          {button.action}
          <ArrowRight />
        </TaskLink>
      ) : null}
      {mistake ? (
        <p className="mt-3">
          <a
            className="inline-block py-1 text-sm text-panel-ink underline underline-offset-2"
            href={mistake.href}
          >
            {mistake.action}
          </a>
        </p>
      ) : null}
    </section>
  )
}
