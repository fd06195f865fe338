import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import type { AuthUser } from '#contract/auth.ts'
import type { ConsumerDraft, KycProfile } from '#contract/onboarding.ts'
import { CONSUMER_RAIL, type ConsumerStep } from '#contract/onboarding-steps.ts'
import type { StoredDocument } from '#contract/uploads.ts'
import { UserType } from '#contract/user-types.ts'
import { nextStep, previousStep, stepFromParam } from '#domain/onboarding-flow.ts'
import { londonDate } from '#domain/plain-date.ts'
import { paths } from '#web/lib/paths.ts'
import { riskAcceptedQuery } from '#web/parts/risk-disclosure/queries.ts'
import { hasPendingAcceptance } from '#web/parts/risk-disclosure/risk-acceptance.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OnboardingShell } from '#web/ui/onboarding-shell.tsx'
import type { StepLinkProps } from '#web/ui/step-list.tsx'
import { isSameDraft, newestDraft } from './draft-merge.ts'
import {
  answersOf,
  draftFromProfile,
  draftFromValues,
  type FormValues,
  valuesFromDraft,
} from './form-values.ts'
import { type Journey, JourneyContext } from './journey.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { draftOwner, readLocalDraft, removeLocalDraft } from './local-draft.ts'
import { mendingOf, nextStepToMend, type OwnCase } from './mending.ts'
import { railOf, stepSearch, stepToShow } from './reachability.ts'
import { SavedNote, SavedShort } from './saved-note.tsx'
import { SessionEnded } from './session-ended.tsx'
import { StepHelp } from './step-help.tsx'
import { StepScreen } from './step-screen.tsx'
import { useUnsentFiles } from './unsent-files.ts'
import { useDraft } from './use-draft.ts'
import { personalDetails } from './validation.ts'

export interface ConsumerJourneyProps {
  user: AuthUser
  isSignedOut: boolean
  account: { draft: ConsumerDraft | null; revision: number; savedAt: string | null }
  own: OwnCase | null
  documents: readonly StoredDocument[]
  /** What was submitted, where the case has come back or was opened again. */
  profile: KycProfile | null
}

/** The nine screens around one form and one draft; the step is in the URL (decisions §1). */
export function ConsumerJourney(props: ConsumerJourneyProps) {
  const { user, own, documents } = props
  const search = useSearch({ from: '/onboarding-shell/onboarding/consumer' })
  const navigate = useNavigate()
  const [start] = useState(() => startOf(props))
  const form = useForm<FormValues>({
    defaultValues: start.values,
    // The details are the one screen with typed fields; the others check themselves.
    resolver: zodResolver(personalDetails(londonDate(new Date()))) as unknown as Resolver<FormValues>,
    shouldFocusError: false,
  })
  const { keeper, status } = useDraft(form, start)
  const { unsent, report } = useUnsentFiles()
  const [isSessionLost, setSessionLost] = useState(false)
  const values = form.watch()
  const mending = useMemo(() => mendingOf(own), [own])
  const find = (slot: string) => documents.find((document) => document.documentType === slot) ?? null
  const usable = documents.filter((one) => !mending?.mustReplace(one.documentType, one))
  // Read here, so that the step after an acceptance never renders with what was known before it.
  const { data: risk } = useQuery(riskAcceptedQuery(user.id))
  const riskAccepted = risk?.hasAccepted === true || hasPendingAcceptance(user.id)
  const answers = answersOf(values, usable, riskAccepted)

  const asked = stepFromParam(search.step)
  const step = mending ? (asked ?? 'start') : stepToShow(search.step, answers)
  if (step !== asked) {
    return <Navigate to={paths.consumerOnboarding()} search={stepSearch(step)} replace />
  }

  const open = (next: ConsumerStep) => {
    void keeper.flush()
    void navigate({ to: paths.consumerOnboarding(), search: stepSearch(next) })
  }
  const journey: Journey = {
    user,
    step,
    answers,
    mending,
    document: find,
    goOn: () => open(mending ? nextStepToMend(step, mending) : (nextStep(step, search.change === 1) ?? step)),
    goBack: () => {
      const back = search.change ? 'review' : previousStep(step)
      if (back) open(back)
      else void keeper.flush().then(() => navigate({ to: paths.onboarding() }))
    },
    onSignedOut: () => {
      void keeper.flush()
      setSessionLost(true)
    },
    onUnsent: report,
    forget: keeper.forget,
  }
  const hasEnded = isSessionLost || status.signedOut || props.isSignedOut
  return (
    <FormProvider {...form}>
      <JourneyContext value={journey}>
        <OnboardingShell
          title="Consumer Account"
          steps={railSteps(railOf(step, answers))}
          savedNote={<SavedNote status={status} />}
          savedShort={<SavedShort status={status} />}
          help={<StepHelp step={step} />}
        >
          {status.mergedAt ? (
            <Banner kind="info" title="Newer answers were found" live className="mb-8">
              You saved answers on another device. They are shown here now; check them before you go on.
            </Banner>
          ) : null}
          <StepScreen key={step} step={step} />
        </OnboardingShell>
        <LeaveGuard keeper={keeper} unsent={unsent} hasEnded={hasEnded} />
        <SessionEnded key={String(hasEnded)} hasEnded={hasEnded} hasFile={unsent !== null} />
      </JourneyContext>
    </FormProvider>
  )
}

/** The newest answers: of this browser, of the account, or of the submission that came back. */
function startOf({ user, account, profile }: ConsumerJourneyProps) {
  const owner = draftOwner(user)
  const local = readLocalDraft(owner, new Date())
  const newest = newestDraft(local, account)
  if (!newest) removeLocalDraft(owner)
  const chosen = UserType.safeParse(user.user_type ?? user.pending_user_type).data ?? null
  const values = valuesFromDraft(
    { ...(chosen && { userType: chosen }), ...(profile && draftFromProfile(profile, chosen)), ...newest },
    user.email,
  )
  const draft = draftFromValues(values)
  const isAhead = newest !== null && !isSameDraft(newest, account.draft ?? {})
  // What was merely filled in from the sign-in or the profile is no answer yet, and nothing to save.
  return { owner, values, draft, synced: isAhead ? (account.draft ?? {}) : draft, revision: account.revision }
}

function railSteps(progress: ReturnType<typeof railOf>) {
  return progress.map(({ label, progress: state }, index) => ({
    id: label,
    label,
    state,
    link: (link: StepLinkProps) => (
      <Link
        to={paths.consumerOnboarding()}
        search={stepSearch(CONSUMER_RAIL[index]?.steps.at(-1) ?? 'start')}
        {...link}
      />
    ),
  }))
}
