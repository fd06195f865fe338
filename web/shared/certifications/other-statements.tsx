import { useMutation } from '@tanstack/react-query'
import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCertification } from './certification-context.ts'
import { refreshCertification } from './sign-statement.ts'
import { SubHeading } from './step-frame.tsx'

/** Statements of other categories that still count: one of them is put into force without signing again (onboarding §7). */
export function OtherStatements() {
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
