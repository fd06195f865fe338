import { ErrorSummary, type ErrorSummaryItem } from '#web/ui/error-summary.tsx'

/** What a step still needs, in the words of the specification (onboarding §5, Certification wizard). */
export function MissingInformation({
  errors,
  focusKey,
}: {
  errors: readonly ErrorSummaryItem[]
  focusKey?: number
}) {
  return (
    <ErrorSummary
      title="Missing Information"
      intro="Please complete all required fields to continue."
      errors={errors}
      focusKey={focusKey}
    />
  )
}
