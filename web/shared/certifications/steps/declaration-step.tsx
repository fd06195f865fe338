import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import { STATEMENT_ACKNOWLEDGEMENT } from '#contract/certifications/investor-warning.ts'
import { FullName } from '#contract/fields.ts'
import {
  type StatementParts,
  statementSections,
  statementTitle,
} from '#domain/investors/investor-statement.ts'
import { statementEndsOn } from '#domain/investors/statement-expiry.ts'
import { isSameName, usableNames } from '#domain/person-name.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { signInUrl } from '#web/lib/session.ts'
import type { Terms } from '#web/shared/certifications/queries.ts'
import { rememberedOnboarding } from '#web/shared/onboarding/onboarding-context.ts'
import { Banner } from '#web/ui/banner.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorSummary, type ErrorSummaryItem } from '#web/ui/error-summary.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { NewTabMark } from '#web/ui/nav-item.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCertification } from '../certification-context.ts'
import {
  applyUserType,
  refreshCertification,
  sendStatement,
  statementParts,
  UPDATE_FAILED,
} from '../sign-statement.ts'
import { BackButton, SubmitActions } from '../step-actions.tsx'
import { MissingInformation, StepFrame, SubHeading } from '../step-frame.tsx'

const UNTICKED = 'Tick the box to confirm that the statement is true'

/** Step 4: the full statement, the acknowledgement, the name and the date (onboarding §5.11). */
export function DeclarationStep() {
  const { investorAnswers } = useCertification()
  return investorAnswers ? <Declaration investorAnswers={investorAnswers} /> : null
}

function Declaration({ investorAnswers }: { investorAnswers: InvestorAnswers }) {
  const { user, terms, held, isPage, signature, finish } = useCertification()
  const [tries, setTries] = useState(0)
  const key = statementKey(investorAnswers, terms)
  const values = signature.watch()
  const isTicked = values.acknowledgedFor === key
  const name = readName(values.fullName, terms.names)
  const nameError = 'message' in name ? name.message : undefined
  const parts = statementParts({
    terms,
    investorAnswers,
    fullName: 'fullName' in name ? name.fullName : values.fullName,
  })

  const sign = useMutation({
    mutationFn: async (fullName: string) => {
      const onboarding = rememberedOnboarding()
      const signed = await sendStatement({
        user,
        terms,
        investorAnswers,
        fullName,
        renews: held !== null,
        onboarding,
      })
      return { signed, type: await applyUserType(user, signed) }
    },
    onSuccess: ({ signed, type }) => {
      void refreshCertification()
      toast({ kind: 'success', title: isPage ? 'Certification Complete' : 'Certification Completed' })
      if (type === 'updated') toast({ kind: 'success', title: 'User Type Updated' })
      if (type === 'failed') toast({ kind: 'error', ...UPDATE_FAILED })
      finish(signed, type)
    },
    // Another day or other rules make a different statement: it is shown and ticked again.
    onError: () => void invalidate('GET /api/certifications/investor-rules', 'GET /api/certifications/user'),
  })

  const handleSubmit = (event?: SubmitEvent) => {
    event?.preventDefault()
    if (sign.isPending) return
    if (isTicked && 'fullName' in name) sign.mutate(name.fullName)
    else {
      sign.reset()
      setTries(tries + 1)
    }
  }

  const problems = [
    ...(isTicked ? [] : [{ id: 'acknowledged', message: UNTICKED }]),
    ...(nameError ? [{ id: 'fullName', message: nameError }] : []),
  ]
  const shown = tries > 0 ? problems : []
  return (
    <>
      <Problems errors={shown} isMissing={!isTicked || !values.fullName.trim()} focusKey={tries} />
      <StepFrame title="Declaration" intro="Read the statement, then sign it with your full name.">
        <form noValidate onSubmit={handleSubmit}>
          <StatementText parts={parts} />
          <Checkbox
            id="acknowledged"
            fieldClassName="mt-6"
            label={STATEMENT_ACKNOWLEDGEMENT}
            error={tries > 0 && !isTicked ? UNTICKED : undefined}
            checked={isTicked}
            onChange={(event) => signature.setValue('acknowledgedFor', event.target.checked ? key : null)}
          />
          <TextField
            {...signature.register('fullName')}
            id="fullName"
            label="Full name"
            hint={`Type your ${usableNames([user.name]).length > 0 ? 'name as it appears on your account' : 'full name'}. This counts as your signature.`}
            autoComplete="name"
            error={tries > 0 ? nameError : undefined}
          />
          <KeyValueList
            className="mt-6"
            items={[
              { label: 'Date', value: formatDate(parts.signedOn) },
              { label: 'The statement ends on', value: formatDate(statementEndsOn(parts.signedOn)) },
            ]}
          />
          <SubmissionFailed error={sign.error} onRetry={() => handleSubmit()} />
          <SubmitActions leave={<BackButton />} label="Sign and submit" busy={sign.isPending} />
        </form>
      </StepFrame>
    </>
  )
}

/** What is missing, or a name that isn't the account's. */
function Problems({
  errors,
  isMissing,
  focusKey,
}: {
  errors: readonly ErrorSummaryItem[]
  isMissing: boolean
  focusKey: number
}) {
  return isMissing ? (
    <MissingInformation errors={errors} focusKey={focusKey} />
  ) : (
    <ErrorSummary title="Check your name" errors={errors} focusKey={focusKey} />
  )
}

/** A name as signed, or its problem: a name that isn't the account's is never silently accepted. */
type ReadName = { fullName: string } | { message: string }

/** Checks a full name against the account's names; if there are none, any name may sign. */
export function readName(text: string, names: readonly string[]): ReadName {
  const parsed = FullName.safeParse(text)
  if (!parsed.success) return { message: parsed.error.issues[0]?.message ?? 'Enter your full name' }
  if (names.length === 0 || names.some((name) => isSameName(parsed.data, name)))
    return { fullName: parsed.data }
  return {
    message: `Sign with your own name. We know you as ${names.join(' or ')}; you entered ${parsed.data}.`,
  }
}

/** The key of the statement a tick is for: other answers, rules or another day make a different statement. */
export function statementKey(investorAnswers: InvestorAnswers, { rules, today }: Terms): string {
  return JSON.stringify([rules.version, today, investorAnswers])
}

/** The full statement, section by section, as it is signed. */
function StatementText({ parts }: { parts: StatementParts }) {
  const id = useId()
  return (
    <section className={cardClass(true)} aria-labelledby={id}>
      <SubHeading id={id}>{statementTitle(parts)}</SubHeading>
      {statementSections(parts).map(({ heading, paragraphs }) => (
        <div className="mt-5" key={heading}>
          <SubHeading small>{heading}</SubHeading>
          {paragraphs.map((paragraph) => (
            <p className="mt-1.5 break-words text-card/5.75 text-ink-2" key={paragraph}>
              {paragraph}
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}

/** The statement couldn't be recorded (onboarding §8.1); what was entered stays on the page. */
function SubmissionFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return null
  const retry = (
    <button className="link" type="button" onClick={onRetry}>
      Try Again
    </button>
  )
  // The answers are only in this page, so the sign-in opens in another window.
  if (isSignedOut(error)) {
    return (
      <Banner kind="warning" title="Your session has ended" live className="mt-6">
        Your answers are still here. Sign in in another tab, then submit again here.{' '}
        <a href={signInUrl('/verification')} target="_blank" rel="noreferrer">
          Sign in again <NewTabMark />
        </a>{' '}
        {retry}
      </Banner>
    )
  }
  return (
    <Banner kind="error" title="Submission Failed" live className="mt-6">
      <p>There was an error while submitting your certification. Please try again. {retry}</p>
      <p className="mt-2">{error.message}</p>
    </Banner>
  )
}
