import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { RISK_ACKNOWLEDGEMENT, RISK_DISCLOSURE_TEXT } from '#contract/risk-disclosure.ts'
import { paths } from '#web/lib/paths.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NewTabMark } from '#web/ui/nav-item.tsx'
import { toast } from '#web/ui/toast.ts'
import { riskAcceptedQuery } from './queries.ts'
import { type AcceptanceResult, acceptRiskDisclosure } from './risk-acceptance.ts'

/** The warnings of the catalogue: the flow goes on after each (onboarding §8). */
const WARNINGS: Readonly<
  Record<'refused' | 'unreachable' | 'failed', { title: string; description?: string }>
> = {
  refused: { title: 'There was an issue recording your acceptance, but you can continue' },
  unreachable: {
    title: 'There was an error contacting our servers. You can continue, but please try again later',
  },
  failed: { title: 'Processing Error', description: 'We encountered an error, but you can continue.' },
}

const MUST_ACCEPT = {
  title: 'Acceptance Required',
  description:
    'You must acknowledge that you have read and understood the risk disclosure before continuing.',
} as const

export interface RiskDisclosureFormProps {
  userId: number | null
  /** Where it is accepted, for the record: `onboarding` or `standalone`. */
  source: string
  submitLabel: string
  /** A button before the submit button. */
  back?: ReactNode
  onAccepted: (result: AcceptanceResult) => void
}

/** The disclosure in its box, the acknowledgement and the button (onboarding §2, Risk disclosure). */
export function RiskDisclosureForm({
  userId,
  source,
  submitLabel,
  back,
  onAccepted,
}: RiskDisclosureFormProps) {
  const [isTicked, setTicked] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const checkbox = useRef<HTMLInputElement>(null)
  const reasonId = useId()

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSubmitting) return
    if (!isTicked) return refuse()
    setSubmitting(true)
    const result = await acceptRiskDisclosure(userId, source)
    if (userId !== null && result.kind === 'recorded') {
      queryClient.setQueryData(riskAcceptedQuery(userId).queryKey, { hasAccepted: true })
      toast({ kind: 'success', title: 'Risk Disclosure Accepted' })
      void invalidate('GET /api/verification/status', 'GET /api/certifications/user')
    } else if (result.kind === 'kept' && result.why !== 'no_user') {
      toast({ kind: 'warning', ...WARNINGS[result.why] })
    }
    onAccepted(result)
    setSubmitting(false)
  }

  const refuse = () => {
    toast({ kind: 'error', ...MUST_ACCEPT })
    checkbox.current?.focus()
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <DisclosureBox />
      <p className="mt-4">
        <a href={paths.terms()} target="_blank" rel="noreferrer">
          Read the terms <NewTabMark />
        </a>
      </p>
      <Checkbox
        ref={checkbox}
        fieldClassName="mt-6"
        label={RISK_ACKNOWLEDGEMENT}
        checked={isTicked}
        onChange={(event) => setTicked(event.target.checked)}
      />
      <ActionsBar reasonId={reasonId} reason={isTicked ? null : 'Tick the box to continue'}>
        {back}
        {isTicked ? (
          <Button variant="primary" size="lg" type="submit" busy={isSubmitting} busyLabel="Submitting...">
            {submitLabel}
          </Button>
        ) : (
          // Not the `disabled` of Button, which swallows the click: trying says what is missing (onboarding §5).
          <button className="btn btn-p btn-lg" type="submit" aria-disabled="true" aria-describedby={reasonId}>
            {submitLabel}
          </button>
        )}
      </ActionsBar>
    </form>
  )
}

/** 400 px high, reachable and scrollable by keyboard (onboarding §9, design §9). */
function DisclosureBox() {
  const id = useId()
  const { title, version, sections } = RISK_DISCLOSURE_TEXT
  return (
    <section
      className="h-[400px] overflow-y-auto rounded-(--r-3) border border-line-strong bg-surface px-6 py-5"
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {sections.map(({ heading, paragraphs }) => (
        <div className="mt-5" key={heading}>
          <h3 className="h4">{heading}</h3>
          {paragraphs.map((paragraph) => (
            <p className="mt-1.5 text-[15px] leading-[23px] text-ink-2" key={paragraph}>
              {paragraph}
            </p>
          ))}
        </div>
      ))}
      <p className="mt-5 text-sm text-ink-3">Version {version}. The platform’s own text.</p>
    </section>
  )
}
