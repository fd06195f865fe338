import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { NextStep } from '#contract/verification/standing.ts'
import { reviewersText } from '#web/shared/onboarding/returned-item.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'
import { itemsLeft, SendForReview } from '#web/shared/verification/send-for-review.tsx'
import { TaskLink } from '#web/shared/verification/step-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'

/** What the reviewer asks for again: each item with what is wrong and how to correct it (cases, A returned case). */
export function CorrectionsCard({ own, next }: { own: OwnCase; next: NextStep | undefined }) {
  const returned = own.items.filter((item) => item.decision === 'retry')
  const left = itemsLeft(own).length
  return (
    <Card aria-labelledby="corrections" className="border-red-solid!">
      <CardHeader id="corrections" title={titleOf(left)} />
      <CardBody>
        <ul className="grid gap-5">
          {returned.map((item) => (
            <li key={item.item}>
              <h3 className="flex flex-wrap items-center gap-3">
                {item.label}
                {item.fixed ? (
                  <Badge family="green" icon={CircleCheck}>
                    Fixed
                  </Badge>
                ) : null}
              </h3>
              {item.reasons.map((reason) => (
                <div key={reason.code} className="mt-1">
                  <p className="whitespace-pre-line">{reason.wrong}</p>
                  <p className="text-ink-2">{reason.remedy}</p>
                </div>
              ))}
              <OwnText text={reviewersText(item)} />
            </li>
          ))}
        </ul>
        <p className="mt-5 text-ink-2">{restText(own)}</p>
        {next?.kind === 'contact_support' ? (
          // After the last round nothing can be sent again.
          <>
            <p className="mt-4">{next.text}</p>
            <TaskLink className={buttonClass('primary', 'lg', false, 'mt-4')} href={next.href}>
              {next.action}
            </TaskLink>
          </>
        ) : left > 0 ? (
          <Link
            className={buttonClass('primary', 'lg', false, 'mt-4')}
            to={own.kind === 'business' ? '/onboarding/business' : '/onboarding/consumer'}
          >
            Correct and submit again
          </Link>
        ) : (
          <SendForReview own={own} className="mt-4" />
        )}
      </CardBody>
    </Card>
  )
}

function titleOf(left: number): string {
  if (left === 0) return 'Everything is ready to send again'
  return left === 1 ? 'One item to fix' : `${left} items to fix`
}

/** What else happens: whom a removal leaves behind is not simply accepted. */
function restText({ removal }: OwnCase): string {
  return removal ? `${removal.text} Everything else is accepted.` : 'Everything else is accepted.'
}

function OwnText({ text }: { text: string | null }) {
  return text ? <p className="mt-1 border-l-4 border-line pl-3 whitespace-pre-line">{text}</p> : null
}
