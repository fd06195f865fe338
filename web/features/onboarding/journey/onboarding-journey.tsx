import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { APPLICATION_DAYS } from '#contract/onboarding/application-claims.ts'
import { formatTime } from '#web/lib/dates.ts'
import { pageAddress } from '#web/lib/page-address.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { personOwner } from '#web/lib/waiting-database.ts'
import { riskAcceptedQuery } from '#web/shared/certifications/risk-disclosure/queries.ts'
import { hasPendingAcceptance } from '#web/shared/certifications/risk-disclosure/risk-acceptance.ts'
import { openNotices } from '#web/shared/documents/given-file.ts'
import { isLost, useSlotHolds, useUnsentFiles } from '#web/shared/documents/unsent-files.ts'
import { DrawnLeaf } from '#web/shared/verification/leaf/leaf.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { OnboardingShell } from '#web/ui/onboarding-shell.tsx'
import type { OnboardingStep, StepLinkProps } from '#web/ui/step-list.tsx'
import type { JourneyApplicant } from './applicant.ts'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { correctionOf, nextStepToCorrect, type ReturnedCase } from './correction.ts'
import { isSameDraft, newestDraft, resumedDraft } from './draft-merge.ts'
import type { DraftStatus } from './draft-saver.ts'
import { type Journey, JourneyContext, useJourney } from './journey.ts'
import type { JourneyKind, JourneyPath, JourneyTypes, StepRules } from './journey-kind.ts'
import { JourneySkeleton } from './journey-skeleton.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { draftStore, type LocalDraft, withSecretsOf } from './local-draft.ts'
import { StepLines, stepOfLine, useStepLines } from './rail-lines.tsx'
import { railOf, stepSearch, stepToShow } from './reachability.ts'
import { useDraft } from './use-draft.ts'

const Dialog = lazyOverlay(() => import('#web/ui/dialog.tsx'), 'Dialog')

export interface OnboardingJourneyProps<T extends JourneyTypes> {
  kind: JourneyKind<T>
  applicant: JourneyApplicant
  isSignedOut: boolean
  account: { draft: T['draft'] | null; revision: number }
  own: ReturnedCase | null
  documents: readonly StoredDocument[]
  /** What was submitted, if the case was returned or reopened. */
  profile: T['profile'] | null
  onHandingIn: Journey['onHandingIn']
  /** The draft in this browser, if any. */
  stored: LocalDraft<T['draft']> | null
}

/** The screens of one kind around one form and one draft; the step is in the URL (onboarding §2.2). */
export function OnboardingJourney<T extends JourneyTypes>(props: OnboardingJourneyProps<T>) {
  const { kind, applicant, own, documents } = props
  const { flow, path, Screen, Help } = kind
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [start] = useState(() => startOf(props))
  const asked = flow.stepFromParam(search.step)
  const correction = useMemo(() => correctionOf(own, kind), [own, kind])
  const form = useForm<FieldValues>({
    defaultValues: start.values,
    resolver: stepResolver(asked && kind.rules(asked, correction)),
    shouldFocusError: false,
  })
  const { saver, status } = useDraft(kind, form, start)
  useFreshCorrection(kind, correction !== null, status.savedToAccountAt)
  const { unsent, report } = useUnsentFiles()
  const [isSessionLost, setSessionLost] = useState(false)
  const { hold, reportHold } = useSlotHolds()
  const wanted = documents.filter(
    (stored) => correction?.isFinal(stored.documentType) || kind.asksFor(stored, form.watch()),
  )
  const find = (slot: DocumentSlot) => wanted.find((stored) => stored.documentType === slot) ?? null
  const given = wanted.filter((stored) => !correction?.mustReplace(stored.documentType))
  const files = given.map((stored) => stored.documentType)
  // A document with an open question doesn't complete its step.
  const unquestioned = given.filter((stored) => openNotices(stored, wanted).length === 0)
  // Read here, so that the step after an acceptance never renders with the earlier state.
  const { data: risk } = useQuery(riskAcceptedQuery(applicant.userId))
  const riskAccepted = risk?.hasAccepted === true || hasPendingAcceptance(applicant.userId)
  const lines = useStepLines(
    kind.name,
    [status.savedToAccountAt?.toISOString(), riskAccepted, ...wanted.map(asRailKnowsIt)].join(),
  )
  const known = { files, riskAccepted, correction }
  const answers = kind.answersOf(form.watch(), known)
  const railAnswers = kind.answersOf(form.watch(), {
    ...known,
    files: unquestioned.map((stored) => stored.documentType),
  })

  const step: T['step'] = correction ? (asked ?? 'start') : stepToShow(kind, search.step, answers)
  const searchOf = (target: T['step'], change?: boolean) => stepSearch(flow.stepParam(target), change)
  if (step !== asked) {
    return (
      <>
        <JourneySkeleton />
        <Navigate to={path} search={searchOf(step)} replace />
      </>
    )
  }

  const open = (next: T['step']) => {
    void saver.flush()
    void navigate({ to: path, search: searchOf(next) })
  }
  const isChange = search.change === 1
  const journey: Journey = {
    kind: kind.name,
    path,
    applicant,
    position: flow.railPosition(step),
    riskAccepted,
    files,
    correction,
    document: find,
    documents: wanted,
    hold,
    onHold: reportHold,
    searchOf,
    save: () => void saver.flush(),
    goOn: () =>
      open(
        correction
          ? (nextStepToCorrect(kind.steps, step, correction) ?? 'review')
          : (flow.nextStep(step, isChange) ?? step),
      ),
    goBack: () => {
      // The first screen lists what to correct.
      const first = correction && step !== 'start' ? 'start' : null
      const back = isChange ? 'review' : (flow.previousStep(step) ?? first)
      if (back) open(back)
      // Choosing an account type needs a sign-in (onboarding §6.1).
      else
        void saver
          .flush()
          .then(() => navigate({ to: applicant.isVisitor ? '/email-collection' : '/onboarding' }))
    },
    onSignedOut: () => {
      void saver.flush()
      setSessionLost(true)
    },
    onUnsent: report,
    revisionToSubmit: saver.revisionToSubmit,
    mergeNewer: saver.mergeNewer,
    merges: status.merges,
    forget: saver.forget,
    onHandingIn: props.onHandingIn,
  }
  const hasEnded = isSessionLost || status.signedOut || props.isSignedOut
  return (
    <FormProvider {...form}>
      <JourneyContext value={journey}>
        <OnboardingShell
          title={kind.title}
          steps={railOf(kind, step, railAnswers).map((entry) => ({
            ...railStep(path, searchOf(entry.step), entry),
            note: <StepLines lines={lines.filter(({ key }) => stepOfLine(kind, key) === entry.step)} />,
          }))}
          mark={
            lines.length > 0 ? (
              <DrawnLeaf lines={lines} size="mark" className="h-9 w-auto flex-none" />
            ) : (
              // Keeps the bar's height and its text in place.
              <span className="h-9 w-6.5 flex-none" />
            )
          }
          savedNote={<SavedNote status={status} />}
          savedShort={<SavedShort status={status} />}
          help={<Help step={step} />}
        >
          {status.isSubmitted ? <SubmittedElsewhere path={path} /> : null}
          {status.elsewhere && !status.isSubmitted ? (
            <ChangedElsewhere {...status.elsewhere} kind={kind} onClose={saver.dismissElsewhere} />
          ) : null}
          <Screen key={step} step={step} />
        </OnboardingShell>
        <LeaveGuard saver={saver} unsent={unsent} hasEnded={hasEnded} />
        <SessionEnded key={String(hasEnded)} hasEnded={hasEnded} hasFile={isLost(unsent)} />
      </JourneyContext>
    </FormProvider>
  )
}

/** Nothing is saved any more. The page opened again leads to what follows: the standing, or what was returned since. */
function SubmittedElsewhere({ path }: { path: JourneyPath }) {
  return (
    <Banner kind="warning" title="This application was submitted elsewhere" live className="mb-8">
      <p>
        You sent it in another tab or on another device. What you change here isn’t saved, so copy what you
        still need.
      </p>
      <p className="mt-2">
        <a className="link" href={path}>
          See where your application is
        </a>
      </p>
    </Banner>
  )
}

/** Whether an answer is corrected depends on what the account stores, so each save asks again. */
function useFreshCorrection<T extends JourneyTypes>(
  { queries }: JourneyKind<T>,
  isCorrection: boolean,
  savedAt: DraftStatus['savedToAccountAt'],
): void {
  const { queryKey } = queries.own
  useEffect(() => {
    if (isCorrection && savedAt) void queryClient.invalidateQueries({ queryKey })
  }, [isCorrection, savedAt, queryKey])
}

/** The newest answers: from this browser, the account, or the returned submission. */
function startOf<T extends JourneyTypes>({
  kind,
  applicant,
  account,
  own,
  profile,
  stored,
}: OnboardingJourneyProps<T>) {
  const { userId, isVisitor, userType } = applicant
  const store = draftStore<T['draft']>({ owner: personOwner(userId), place: kind.name, isVisitor })
  const round = own?.round ?? 0
  const submitted = profile && kind.draftFromProfile(profile, userType)
  const here = stored?.round === round ? stored : null
  const local = here && withSecretsOf<T['draft']>(here, account.draft ?? submitted, kind.secrets)
  const newest = newestDraft<T['draft']>(local, account)
  if (!newest) store.remove()
  const initial = submitted ? resumedDraft<T['draft']>(local, account, submitted) : newest
  const values = kind.valuesFromDraft({ ...(userType && { userType }), ...initial }, applicant.email)
  const draft = kind.draftFromValues(values)
  const isAhead = newest !== null && !isSameDraft(newest, account.draft ?? {})
  // Values filled in from the sign-in or the profile aren't answers yet, so they aren't saved.
  return {
    store,
    userId,
    values,
    draft,
    synced: isAhead ? (account.draft ?? {}) : draft,
    revision: account.revision,
    round,
  }
}

/** What of a document changes its line. */
function asRailKnowsIt({ id, keptAt, problems, issuedOn, expiresOn }: StoredDocument): string {
  return [id, keptAt, ...problems, issuedOn, expiresOn].join(' ')
}

function railStep(
  path: JourneyPath,
  search: ReturnType<typeof stepSearch>,
  { label, progress }: { label: string; progress: OnboardingStep['state'] },
): OnboardingStep {
  return {
    id: label,
    label,
    state: progress,
    link: (link: StepLinkProps) => <Link to={path} search={search} {...link} />,
  }
}

/** Validates only the open screen's fields; the other screens report their own. */
function stepResolver(rules: StepRules | null): Resolver<FieldValues> {
  if (!rules) return (values) => ({ values, errors: {} })
  return async (...form) => (await rules())(...form)
}

/** The short version, for the compact progress bar on phones: "Saved 14:32". */
function SavedShort({ status: { savedHereAt, savedToAccountAt } }: { status: DraftStatus }) {
  // A save to the account is also stored on this device, so that time is the latest of the two.
  const at = savedHereAt ?? savedToAccountAt
  return <span role="status">{at ? `Saved ${formatTime(at)}` : null}</span>
}

/** When and where the answers were saved (design §9.1). */
function SavedNote({ status }: { status: DraftStatus }) {
  const { applicant } = useJourney()
  const { savedHereAt, savedToAccountAt, unsaved } = status
  const account = applicant.isVisitor ? 'with us' : 'to your account'
  if (!savedHereAt && !savedToAccountAt) {
    return <>Answers are saved while you type. Uploaded files are stored separately.</>
  }
  return (
    <span role="status">
      {savedHereAt ? `Answers saved on this device at ${formatTime(savedHereAt)}. ` : null}
      {savedToAccountAt ? `Saved ${account} at ${formatTime(savedToAccountAt)}. ` : null}
      {unsaved ? 'Saving your latest changes soon. ' : null}
      Uploaded files are stored separately.
    </span>
  )
}

/**
 * The session ended in the middle of the form: nothing is lost, and signing in returns to this step. Closing
 * the dialog leaves a banner, so that the person can still copy what they see.
 */
function SessionEnded({ hasEnded, hasFile }: { hasEnded: boolean; hasFile: boolean }) {
  const { applicant } = useJourney()
  const [isOpen, setOpen] = useState(hasEnded)
  if (!hasEnded) return null
  const { title, text, action, href } = applicant.isVisitor ? visitorEnded() : userEnded(hasFile)
  return (
    <>
      {isOpen ? null : (
        <Banner kind="warning" title={title} live className="mx-auto mb-24 max-w-[620px]">
          {text} <a href={href}>{action}</a>
        </Banner>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sm"
        title={title}
        description={text}
        footer={
          <a className={buttonClass('primary')} href={href}>
            {action}
          </a>
        }
      />
    </>
  )
}

function userEnded(hasFile: boolean) {
  // A file stored in the browser continues on its own.
  const file = hasFile ? ' Choose the file again after you sign in.' : ''
  return {
    title: 'Your session has ended',
    text: `Your answers are kept on this device. Sign in again to continue where you were.${file}`,
    action: 'Sign in again',
    href: signInUrl(currentPath()),
  }
}

/** The application may by now belong to an account, be deleted, or be open only in another browser. */
function visitorEnded() {
  return {
    title: 'This application is no longer open in this browser',
    text: `Enter its email to open it again. If you’ve created an account since, sign in to find it. We delete an application after ${APPLICATION_DAYS} days without an account.`,
    action: 'Enter your email',
    href: pageAddress('/email-collection', { returnTo: currentPath() }),
  }
}
