import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { reviewersText } from '#web/shared/onboarding/returned-item.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'
import { itemsLeft, SendForReview } from '#web/shared/verification/send-for-review.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'

/** What the reviewer asks for again: each item with what is wrong and how to do it right (cases, Deciding). */
export function CorrectionsCard({ own }: { own: OwnCase }) {
  const open = own.items.filter((item) => item.decision === 'retry')
  return (
    <Card aria-labelledby="corrections" className="r border-red-solid">
      <CardHeader
        id="corrections"
        title={open.length === 1 ? 'One item to fix' : `${open.length} items to fix`}
      />
      <CardBody>
        <ul className="grid gap-5">
          {open.map((item) => (
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
                  <p>{reason.wrong}</p>
                  <p className="text-ink-2">{reason.remedy}</p>
                </div>
              ))}
              <OwnText text={reviewersText(item)} />
            </li>
          ))}
        </ul>
        <p className="mt-5 text-ink-2">Everything else is accepted.</p>
        <SendForReview own={own} className="mt-4" />
        {itemsLeft(own).length > 0 ? (
          <Link
            className={buttonClass('primary', 'lg', false, 'mt-4')}
            to={own.kind === 'business' ? '/onboarding/business' : '/onboarding/consumer'}
          >
            Correct and submit again
          </Link>
        ) : null}
      </CardBody>
    </Card>
  )
}

function OwnText({ text }: { text: string | null }) {
  return text ? <p className="mt-1 border-l-4 border-line pl-3">{text}</p> : null
}
