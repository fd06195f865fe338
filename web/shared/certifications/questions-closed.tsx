import { formatDateTime } from '#web/lib/dates.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { Banner } from '#web/ui/banner.tsx'
import { useCertification } from './certification-context.ts'

/** When the questions can be answered again; null while they can. */
export function useQuestionsOpening(): string | null {
  const { terms } = useCertification()
  const now = useNow()
  const { opens_at } = terms.attempts
  return opens_at !== null && new Date(opens_at) > now ? opens_at : null
}

/** Says that two sets of answers met no category, and when the next can be given; nothing while the questions are open. */
export function QuestionsClosed() {
  const opensAt = useQuestionsOpening()
  if (opensAt === null) return null
  return (
    <Banner kind="warning" title={`You can try again from ${formatDateTime(opensAt)}`} live className="mt-6">
      Your answers didn’t meet a category twice within 24 hours, so you can’t certify yourself until then. You
      don’t need to do anything else.
    </Banner>
  )
}
