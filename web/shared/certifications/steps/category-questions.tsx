import { Controller } from 'react-hook-form'
import type { SophisticatedTest } from '#contract/certifications/investor-answers.ts'
import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import {
  INVESTOR_QUESTIONS,
  type InvestorQuestion,
  sophisticatedTests,
  testText,
} from '#domain/investors/investor-criteria.ts'
import { DateFields } from '#web/ui/date-fields.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'
import type { AnswerValues } from '../answers.ts'
import { useCertification } from '../certification-context.ts'

type DateName = 'memberSince' | 'endedOn'
type TextName = Exclude<keyof AnswerValues, DateName | 'category' | 'test'>

const questionOf = (name: keyof typeof INVESTOR_QUESTIONS): InvestorQuestion => INVESTOR_QUESTIONS[name]

/** Either answer is enough, so answering one clears the other's error. */
const TOGETHER: Partial<Record<TextName, TextName>> = { income: 'netAssets', netAssets: 'income' }

/** A category's questions (law §1.3). None has a preset answer. */
export function CategoryQuestions({ category }: { category: InvestorCategory }) {
  return (
    <fieldset className="mt-8 min-w-0">
      <legend className="text-h3 font-semibold">Your answers</legend>
      <Questions category={category} />
      <p className="mt-4 text-sm text-ink-3">
        If you reload this page before you sign, you’ll need to enter these answers again.
      </p>
    </fieldset>
  )
}

function Questions({ category }: { category: InvestorCategory }) {
  switch (category) {
    case 'restricted':
      return (
        <>
          <PercentQuestion name="investedPercent" />
          <PercentQuestion name="willInvestPercent" />
        </>
      )
    case 'hnw':
      return (
        <>
          <p className="mt-3 text-ink-2">Answer one of the two, or both.</p>
          <MoneyQuestion name="income" />
          <MoneyQuestion name="netAssets" />
        </>
      )
    case 'sophisticated':
      return <SophisticatedQuestions />
    default:
      return category satisfies never
  }
}

function SophisticatedQuestions() {
  const { answers, terms } = useCertification()
  const options = sophisticatedTests(terms.rules).map((test) => ({
    value: test,
    title: sentence(testText(terms.rules, test)),
  }))
  const test = answers.watch('test')
  return (
    <>
      <Controller
        control={answers.control}
        name="test"
        render={({ field, fieldState }) => (
          <RadioCards<SophisticatedTest>
            id="test"
            label={questionOf('test').label}
            fieldClassName="mt-4"
            options={options}
            value={field.value}
            error={fieldState.error?.message}
            onValueChange={(chosen) => {
              answers.clearErrors()
              field.onChange(chosen)
            }}
          />
        )}
      />
      {test ? <TestQuestions test={test} /> : null}
    </>
  )
}

function TestQuestions({ test }: { test: SophisticatedTest }) {
  switch (test) {
    case 'angel':
      return (
        <>
          <TextQuestion name="networkName" />
          <DateQuestion name="memberSince" hint="For example, 27 3 2024" />
        </>
      )
    case 'unlisted':
      return <TextQuestion name="investmentCount" inputMode="numeric" className="max-w-40" />
    case 'director':
      return (
        <>
          <TextQuestion name="companyName" autoComplete="organization" />
          <MoneyQuestion name="annualTurnover" />
          <DateQuestion name="endedOn" optional />
        </>
      )
    case 'profession':
      return (
        <>
          <TextQuestion name="employerName" autoComplete="organization" />
          <DateQuestion name="endedOn" optional />
        </>
      )
    default:
      return test satisfies never
  }
}

function MoneyQuestion({ name }: { name: TextName }) {
  return <TextQuestion name={name} inputMode="decimal" unit={{ before: '£' }} className="max-w-64" />
}

function PercentQuestion({ name }: { name: TextName }) {
  return <TextQuestion name={name} inputMode="decimal" unit={{ after: '%' }} className="max-w-40" />
}

function TextQuestion({ name, ...input }: { name: TextName } & Partial<TextFieldProps>) {
  const { answers } = useCertification()
  return (
    <TextField
      autoComplete="off"
      {...input}
      {...answers.register(name, { deps: TOGETHER[name] })}
      {...questionOf(name)}
      id={name}
      error={answers.formState.errors[name]?.message}
    />
  )
}

function DateQuestion({ name, hint, optional }: { name: DateName; hint?: string; optional?: boolean }) {
  const { answers } = useCertification()
  const question = questionOf(name)
  return (
    <Controller
      control={answers.control}
      name={name}
      render={({ field, fieldState }) => (
        <DateFields
          id={name}
          label={question.label}
          hint={question.hint ?? hint}
          optional={optional}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
