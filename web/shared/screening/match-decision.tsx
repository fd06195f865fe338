import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import {
  type ListedKind,
  MATCH_COMMENT_MAX,
  type MatchState,
  type MatchVerdict,
} from '#contract/screening/sanctions.ts'
import type { ScreeningMatch } from '#contract/screening/screening.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, mayHaveHappened } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

const KIND_NOUNS: Readonly<Record<ListedKind, string>> = { person: 'person', entity: 'company', ship: 'ship' }

/** What each choice leads to; anyone who spoke first can only take it back. */
function optionsOf({ entry, proposal, state }: ScreeningMatch) {
  const options = [
    { value: 'false' as const, title: 'No, someone else', description: consequenceOfFalse(proposal, state) },
    {
      value: 'true' as const,
      title: 'Yes, it’s them',
      description: entry.isExposedOnly
        ? 'A second person has to approve the case.'
        : consequenceOfTrue(proposal, state),
    },
  ]
  return proposal?.isOwn ? options.filter(({ value }) => value !== proposal.state) : options
}

function consequenceOfFalse(proposal: ScreeningMatch['proposal'], state: MatchState): string {
  if (proposal?.isOwn) return 'Withdraws what you said.'
  if (proposal?.state === 'true') return 'You don’t agree. The match is open again.'
  if (proposal) return 'You agree. The match is cleared, and what it froze is free again.'
  if (state === 'true') return 'A second person has to agree before anything is free again.'
  return 'Clears the match until the list or their details change.'
}

function consequenceOfTrue(proposal: ScreeningMatch['proposal'], state: MatchState): string {
  if (proposal?.isOwn) return 'Withdraws what you said. The match stays confirmed.'
  if (proposal?.state === 'true') return 'You agree. The match is confirmed.'
  if (proposal || state === 'true') return 'You don’t agree. The match stays confirmed.'
  return 'A second person has to agree. Until then the match stays open.'
}

/** Reads again what a decision on a match shows in. */
const refresh = () =>
  invalidate(
    'GET /api/admin/users/:id/screening',
    'GET /api/admin/screening',
    'GET /api/admin/users/:id/kyc-case',
  )

/** Asks whether it is the listed one, and why; what was typed stays when it is refused. */
export function MatchDecision({ match, onDone }: { match: ScreeningMatch; onDone: () => void }) {
  const [verdict, setVerdict] = useState<MatchVerdict | null>(
    match.state === 'open' || match.proposal ? null : match.state,
  )
  const [comment, setComment] = useState('')
  const [errors, setErrors] = useState<{ verdict?: string; comment?: string }>({})
  const decide = useMutation({
    retry: false,
    mutationFn: (state: MatchVerdict) =>
      api('POST /api/admin/screening/matches/:id/decision', {
        params: { id: match.id },
        body: { version: match.version, state, comment: comment.trim() },
      }),
    onSuccess: async () => {
      await refresh()
      toast({ kind: 'success', title: 'Decision saved' })
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.body.fields?.comment)
        setErrors({ comment: error.body.fields.comment })
      if (mayHaveHappened(error)) void refresh()
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = {
      verdict: verdict ? undefined : 'Say whether this is the one on the list',
      comment: comment.trim() ? undefined : 'Say what you compared, and why you decided this',
    }
    setErrors(found)
    if (verdict && !found.comment) decide.mutate(verdict)
  }
  const isStale = decide.error instanceof ApiError && decide.error.code === 'STALE_VERSION'
  return (
    <form onSubmit={handleSubmit} noValidate className="mt-4">
      <RadioCards
        label={`Is this the same ${KIND_NOUNS[match.entry.kind]}?`}
        options={optionsOf(match)}
        value={verdict}
        error={errors.verdict}
        onValueChange={setVerdict}
      />
      <TextArea
        label="What you compared"
        hint="Kept with the decision. Staff only."
        rows={2}
        maxLength={MATCH_COMMENT_MAX}
        error={errors.comment}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      {needsSignIn(decide.error) ? (
        <SignInAgain className="mt-3" />
      ) : decide.error ? (
        <Banner kind={isStale ? 'warning' : 'error'} title="The decision was not saved" className="mt-3" live>
          {decide.error.message}{' '}
          {isStale ? (
            <button type="button" className="link" onClick={() => void refresh().then(decide.reset)}>
              Read it again
            </button>
          ) : null}
        </Banner>
      ) : null}
      <Button type="submit" size="sm" className="mt-3" busy={decide.isPending} busyLabel="Saving...">
        Save decision
      </Button>
    </form>
  )
}
