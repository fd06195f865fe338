import { Link } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { INVESTOR_RISK_SUMMARY, INVESTOR_RISK_WARNING } from '#contract/certifications/investor-warning.ts'
import { Accordion } from '#web/ui/accordion.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NewTabMark } from '#web/ui/nav-item.tsx'
import { useCertification } from '../certification-context.ts'
import { DoNotProceed, SubmitActions } from '../step-actions.tsx'
import { MissingInformation, StepFrame } from '../step-frame.tsx'

const MISSING = 'Tick the box to confirm that you’ve read and understood the risk warning'

/**
 * Step 2: the warning, the summary behind it, and the acknowledgement, which is required to continue
 * (onboarding §5.9).
 */
export function RiskStep() {
  const { riskAcknowledged, acknowledgeRisk, isPage, open } = useCertification()
  const [tries, setTries] = useState(0)
  const isMissing = tries > 0 && !riskAcknowledged

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (riskAcknowledged) open('category')
    else setTries(tries + 1)
  }

  return (
    <>
      <MissingInformation
        errors={isMissing ? [{ id: 'risk-acknowledged', message: MISSING }] : []}
        focusKey={tries}
      />
      <StepFrame
        title="Risk warning"
        intro="Read this before you decide whether to certify yourself as an investor."
      >
        <form noValidate onSubmit={handleSubmit}>
          <RiskWarning headline={INVESTOR_RISK_WARNING.headline} points={INVESTOR_RISK_WARNING.points} />
          <div className="mt-6">
            <Accordion
              level={isPage ? 2 : 3}
              items={[{ id: 'summary', title: INVESTOR_RISK_WARNING.summaryLink, content: <RiskSummary /> }]}
            />
          </div>
          <p className="mt-6">
            If you are unsure, get advice from someone authorised by the Financial Conduct Authority.{' '}
            <Link to="/risk-disclosure" target="_blank" rel="noreferrer">
              Read the full risk disclosure <NewTabMark />
            </Link>
          </p>
          <Checkbox
            id="risk-acknowledged"
            fieldClassName="mt-5"
            label={INVESTOR_RISK_WARNING.acknowledgement}
            error={isMissing ? MISSING : undefined}
            checked={riskAcknowledged}
            onChange={(event) => acknowledgeRisk(event.target.checked)}
          />
          <SubmitActions
            even
            leave={<DoNotProceed />}
            label="Next"
            waitingFor={riskAcknowledged ? null : 'Tick the box to continue'}
          />
        </form>
      </StepFrame>
    </>
  )
}

function RiskSummary() {
  const { title, sections } = INVESTOR_RISK_SUMMARY
  return (
    <>
      <p className="font-semibold text-ink">{title}</p>
      {sections.map(({ heading, paragraphs }) => (
        <div className="mt-4" key={heading}>
          <p className="font-semibold text-ink">{heading}</p>
          {paragraphs.map((paragraph) => (
            <p className="mt-1" key={paragraph}>
              {paragraph}
            </p>
          ))}
        </div>
      ))}
    </>
  )
}

/** The warning before a risk is taken: one large sentence and a plain list, never collapsed (design §7.6). */
function RiskWarning({ headline, points }: { headline: ReactNode; points: readonly ReactNode[] }) {
  const id = useId()
  return (
    <section
      className="mt-7 rounded-3 border-2 border-yellow-solid bg-yellow-bg px-6.5 py-6 max-sm:px-4.5 max-sm:py-5"
      aria-labelledby={id}
    >
      <p
        className="grid grid-cols-[32px_1fr] gap-3.5 text-[1.3125rem]/7 font-[660] tracking-[-0.014em]"
        id={id}
      >
        <TriangleAlert className="size-8 stroke-[1.9] text-yellow-ink" />
        <span>{headline}</span>
      </p>
      <ul className="mt-4 ml-11.5 list-disc pl-4.5 leading-6.25 text-ink max-sm:ml-0 [&>li+li]:mt-2">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed text and never reordered.
          <li key={index}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
