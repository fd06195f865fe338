import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import { type InvestorCategory, STATEMENT_MONTHS } from '#contract/certifications/investor-rules.ts'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { refreshCertification } from '#web/shared/certifications/sign-statement.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCertification } from '../certification-context.ts'
import { ExpiryBanner } from '../expiry-banner.tsx'
import { StatementFacts } from '../statement-facts.tsx'
import { DoNotProceed } from '../step-actions.tsx'
import { QuestionsClosed, StepFrame, SubHeading } from '../step-frame.tsx'

/** Step 1: whether to proceed; for someone with a statement, its state (onboarding §2.6). */
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

/** The choice that depends on the certification, so that no one is surprised when it takes effect. */
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

/** Valid statements in other categories: one can be activated without signing again (onboarding §7.2). */
function OtherStatements() {
  const { user, others, terms } = useCertification()
  const choice = useMutation({
    mutationFn: (category: InvestorCategory) =>
      api('POST /api/users/update-investor-type', { body: { userId: user.id, investorCategory: category } }),
    onSuccess: async (_answer, category) => {
      toast({ kind: 'success', title: `You are now certified as: ${terms.rules.titles[category]}` })
      await refreshCertification()
    },
  })
  if (others.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="other-statements">
      <SubHeading id="other-statements">You also hold</SubHeading>
      <KeyValueList
        className="mt-3"
        items={others.map(({ category, expiresAt }) => ({
          label: terms.rules.titles[category],
          value: `Expires on ${formatDate(expiresAt)}`,
          action: (
            <Button
              size="sm"
              busy={choice.isPending && choice.variables === category}
              onClick={() => choice.mutate(category)}
            >
              Use this category<span className="sr-only"> {terms.rules.titles[category]}</span>
            </Button>
          ),
        }))}
      />
      {choice.isError ? (
        <Banner kind="error" title="Your category was not changed" live className="mt-4">
          {choice.error.message}
        </Banner>
      ) : null}
    </section>
  )
}
