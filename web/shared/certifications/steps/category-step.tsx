import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { Controller } from 'react-hook-form'
import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import { categoryCards } from '#domain/investors/investor-criteria.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { type AnswerValues, answersGiven, NO_ANSWERS } from '../answers.ts'
import { useCertification } from '../certification-context.ts'
import { giveAnswers } from '../queries.ts'
import { BackButton, SubmitActions } from '../step-actions.tsx'
import { MissingInformation, QuestionsClosed, StepFrame, useQuestionsOpening } from '../step-frame.tsx'
import { CategoryQuestions } from './category-questions.tsx'

const LAST_TRY =
  'Correct an answer if it is wrong, or choose another category. If your next answers don’t qualify either, you’ll have to wait 24 hours before you can try again.'
const FIELDS = Object.keys(NO_ANSWERS) as (keyof AnswerValues)[]

/** Step 3: the category with the criteria of the rules in force, then its questions (onboarding §5.11). */
export function CategoryStep() {
  const { answers, open } = useCertification()
  const opensAt = useQuestionsOpening()
  const category = answers.watch('category')
  const give = useMutation({
    mutationFn: async () => {
      const given = answersGiven(answers.getValues())
      return 'investorAnswers' in given ? giveAnswers(given.investorAnswers) : false
    },
    // The form applies the same rule to say which answers are missing or don't meet the category.
    onSuccess: (isMet) => answers.handleSubmit(() => isMet && open('declaration'))(),
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!give.isPending && opensAt === null) give.mutate()
  }
  return (
    <>
      <Problems />
      <StepFrame
        title="Investor category"
        intro="Choose the category that describes you today. You’ll sign a statement about it."
      >
        <QuestionsClosed />
        <form noValidate onSubmit={handleSubmit}>
          <CategoryCards />
          {category ? <CategoryQuestions category={category} /> : null}
          <Banner kind="warning" title="You could lose all of the money you put in" className="mt-6">
            Choosing a category doesn’t reduce the risk. It records why you may invest.
          </Banner>
          {give.error && opensAt === null ? (
            <Banner kind="error" title="Your answers were not sent" live className="mt-6">
              {give.error.message} What you entered is still here.
            </Banner>
          ) : null}
          <SubmitActions
            leave={<BackButton />}
            label="Next"
            busy={give.isPending}
            waitingFor={opensAt === null ? null : `You can answer again from ${formatDateTime(opensAt)}`}
          />
        </form>
      </StepFrame>
    </>
  )
}

function CategoryCards() {
  const { answers, terms } = useCertification()
  const options = categoryCards(terms.rules).map(({ category, title, intro, criteria }) => ({
    value: category,
    title,
    description: (
      <>
        {intro}
        <ul>
          {criteria.map((criterion) => (
            <li key={criterion}>{criterion}</li>
          ))}
        </ul>
      </>
    ),
  }))
  return (
    <Controller
      control={answers.control}
      name="category"
      render={({ field, fieldState }) => (
        <RadioCards<InvestorCategory>
          id="category"
          label="Investor category"
          labelHidden
          options={options}
          value={field.value}
          error={fieldState.error?.message}
          onValueChange={(category) => {
            // Problems with another category's answers don't apply to this one.
            answers.clearErrors()
            field.onChange(category)
          }}
        />
      )}
    />
  )
}

/** Names in the error summary for questions with the same answers. */
const SHORT_NAMES: Partial<Record<keyof AnswerValues, string>> = {
  investedPercent: 'Past 12 months',
  willInvestPercent: 'Next 12 months',
  income: 'Income',
  netAssets: 'Net assets',
}

/** What is missing, can't be parsed, or doesn't meet the category; each line links to its answer. */
function Problems() {
  const { answers, terms } = useCertification()
  const { errors, submitCount, isSubmitting } = answers.formState
  const wrong = FIELDS.filter((name) => errors[name])
  const messages = wrong.map((name) => errors[name]?.message)
  const list = wrong.map((name, at) => {
    const message = messages[at]
    // Two links with the same text would lead to different places.
    const isTwice = messages.indexOf(message) !== messages.lastIndexOf(message)
    return { id: name, message: isTwice && SHORT_NAMES[name] ? `${SHORT_NAMES[name]}: ${message}` : message }
  })
  const focusKey = isSubmitting ? undefined : submitCount
  const has = (kind: string) => wrong.some((name) => errors[name]?.type === kind)
  if (has('missing')) return <MissingInformation errors={list} focusKey={focusKey} />
  if (has('invalid')) return <ErrorSummary title="Check your answers" errors={list} focusKey={focusKey} />
  const category = answers.getValues('category')
  const title = category ? terms.rules.titles[category].toLowerCase() : ''
  return (
    <ErrorSummary
      title={`Based on these answers you don’t qualify as a ${title}`}
      intro={terms.attempts.left === 1 ? LAST_TRY : 'You can’t continue with these answers.'}
      errors={list}
      focusKey={focusKey}
    />
  )
}
