import type { ErasurePlan } from '#contract/privacy/privacy.ts'

/** What an erasure removes, and what the law requires us to keep, until when and why. */
export function ErasurePlanLists({ plan, isDone }: { plan: ErasurePlan; isDone?: boolean }) {
  return (
    <div className="mt-4 grid gap-5">
      <div>
        <h3>{isDone ? 'What we deleted' : 'What we delete'}</h3>
        <ul className="mt-1 list-disc pl-5 text-ink-2">
          {plan.goes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {plan.kept.length ? (
        <div>
          <h3>{isDone ? 'What we kept' : 'What we must keep'}</h3>
          <ul className="mt-1 list-disc pl-5 text-ink-2">
            {plan.kept.map(({ what, until, why }) => (
              <li key={what}>
                {what}, until <b className="font-semibold text-ink">{until}</b>. {why}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
