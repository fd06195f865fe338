import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import { STATEMENT_ACKNOWLEDGEMENT } from '#contract/certifications/investor-warning.ts'
import { statementEndsOn } from '#domain/investors/statement-expiry.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { rememberedOnboarding } from '#web/shared/onboarding/onboarding-context.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorSummary, type ErrorSummaryItem } from '#web/ui/error-summary.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCertification } from '../certification-context.ts'
import { MissingInformation } from '../missing-information.tsx'
import { applyUserType, refreshCertification, sendStatement, statementParts } from '../sign-statement.ts'
import { readName, statementKey } from '../signature.ts'
import { StatementText } from '../statement-text.tsx'
import { BackButton, SubmitActions } from '../step-actions.tsx'
import { StepFrame } from '../step-frame.tsx'
import { SubmissionFailed } from '../submission-failed.tsx'
import { UPDATE_FAILED } from '../update-failed.ts'

const UNTICKED = 'Tick the box to confirm that the statement is true'

/** Step 4: the statement in full, the acknowledgement, the name and the date (onboarding §2, §5). */
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
    // Another day or other rules make another statement: it is shown again, to be ticked again.
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
            hint="Type your name as it appears on your account. This counts as your signature."
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

/** What is missing, or a name that is not the account's. */
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
