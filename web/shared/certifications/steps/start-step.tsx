import { Link } from '@tanstack/react-router'
import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import { STATEMENT_MONTHS } from '#contract/certifications/investor-rules.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { useCertification } from '../certification-context.ts'
import { ExpiryBanner } from '../expiry-banner.tsx'
import { OtherStatements } from '../other-statements.tsx'
import { QuestionsClosed } from '../questions-closed.tsx'
import { StatementFacts } from '../statement-facts.tsx'
import { DoNotProceed } from '../step-actions.tsx'
import { StepFrame, SubHeading } from '../step-frame.tsx'

/** Step 1: whether to proceed; for someone with a statement, how it stands (onboarding §2). */
export function StartStep() {
  const { held } = useCertification()
  return held && held.standing !== 'expired' ? <Certified /> : <Proceed />
}

function Proceed() {
  const { open, held, terms } = useCertification()
  return (
    <StepFrame
      title="Before you start"
      intro="To trade or invest, certify yourself as an investor. It takes about five minutes."
    >
      {held ? <ExpiryBanner statement={held} now={new Date()} /> : null}
      <QuestionsClosed />
      <WaitingChoice />
      <SubHeading className="mt-8">What happens now</SubHeading>
      <ol className="mt-3 grid list-decimal gap-2 pl-6 text-ink-2">
        <li>You read a risk warning and confirm that you understand it.</li>
        <li>You choose the category of investor that describes you, and answer questions about it.</li>
        <li>You read a statement and sign it with your full name.</li>
      </ol>
      <SubHeading className="mt-8">What to have ready</SubHeading>
      <p className="mt-3 text-ink-2">
        Depending on the category: last year’s income, your net assets, or proof of your investing experience.
        Your statement lasts {STATEMENT_MONTHS} months.
      </p>
      {held ? <StatementFacts statement={held} rules={terms.rules} /> : null}
      <ActionsBar even>
        <DoNotProceed />
        <Button variant="primary" size="lg" onClick={() => open('risk')}>
          Proceed
        </Button>
      </ActionsBar>
    </StepFrame>
  )
}

/** What waits for the certification, so that no one is surprised by what it puts into force. */
function WaitingChoice({ isCertified }: { isCertified?: boolean }) {
  const { waitingType } = useCertification()
  const card = USER_TYPE_CARDS.find(({ id }) => id === waitingType)
  if (!card) return null
  return (
    <Banner kind="info" title={`Your choice: ${card.title}`} className="mt-6">
      {isCertified
        ? 'It doesn’t apply yet. You’re certified, so you can choose it again. '
        : 'It applies when you complete the certification. '}
      <Link to="/certification/user-type">
        {isCertified ? 'Choose it again' : 'Choose a different user type'}
      </Link>
    </Banner>
  )
}

function Certified() {
  const { open, held, terms } = useCertification()
  if (!held) return null
  const endsSoon = held.standing === 'ends_soon'
  return (
    <StepFrame
      title="Your investor certification"
      intro="You’ve certified yourself. You can renew the statement, or sign one of another category, at any time."
    >
      <ExpiryBanner statement={held} now={new Date()} />
      <QuestionsClosed />
      <WaitingChoice isCertified />
      <StatementFacts statement={held} rules={terms.rules} />
      <OtherStatements />
      <ActionsBar even>
        <Link className={buttonClass(endsSoon ? 'secondary' : 'primary', 'lg')} to="/verification">
          Back to your verification
        </Link>
        <Button variant={endsSoon ? 'primary' : 'secondary'} size="lg" onClick={() => open('risk')}>
          Renew or change category
        </Button>
      </ActionsBar>
    </StepFrame>
  )
}
