import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, type SubmitEvent, useId, useRef, useState } from 'react'
import { RISK_ACKNOWLEDGEMENT } from '#contract/certifications/risk-disclosure.ts'
import type { Answer } from '#web/lib/api.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { NewTabMark } from '#web/ui/nav-item.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { riskAcceptedQuery, riskDisclosureQuery } from './queries.ts'
import { type AcceptanceResult, acceptRiskDisclosure } from './risk-acceptance.ts'

/** The catalogue's warnings; the flow continues after each. */
const WARNINGS: Readonly<
  Record<'refused' | 'unreachable' | 'failed', { title: string; description?: string }>
> = {
  refused: { title: 'There was an issue recording your acceptance, but you can continue' },
  unreachable: {
    title: 'There was an error contacting our servers. You can continue, but please try again later',
  },
  failed: { title: 'Processing Error', description: 'We encountered an error, but you can continue.' },
}

const MUST_ACCEPT = {
  title: 'Acceptance Required',
  description:
    'You must acknowledge that you have read and understood the risk disclosure before continuing.',
} as const

export interface RiskDisclosureFormProps {
  userId: number | null
  /** Where it is accepted, for the record: `onboarding` or `standalone`. */
  source: string
  submitLabel: string
  /** A button before the submit button. */
  back?: ReactNode
  onAccepted: (result: AcceptanceResult) => void
  /** Whether it is already accepted and only read again. */
  isAccepted?: boolean
}

type Text = Answer<'GET /api/certifications/risk-disclosure'>

/**
 * The disclosure in its box, the acknowledgement and the button. The text comes from the server, so it is the
 * one in force.
 */
export function RiskDisclosureForm(props: RiskDisclosureFormProps) {
  const text = useQuery(riskDisclosureQuery)
  if (text.data && props.isAccepted) return <Disclosure text={text.data} />
  if (text.data) return <LoadedForm {...props} text={text.data} />
  if (text.error)
    return (
      <ErrorState
        card
        title="Unable to load the risk disclosure"
        message={text.error.message}
        retrying={text.isFetching}
        onRetry={() => void text.refetch()}
      />
    )
  return (
    <LoadingRegion label="Loading the risk disclosure" className="min-h-dvh">
      <Skeleton height={400} />
    </LoadingRegion>
  )
}

function LoadedForm({
  userId,
  source,
  submitLabel,
  back,
  onAccepted,
  text,
}: RiskDisclosureFormProps & { text: Text }) {
  const { version, sha256 } = text
  const [firstShown] = useState(sha256)
  const [wasRefused, setRefused] = useState(false)
  // The tick is for one text: another one has to be read first.
  const [tickedFor, setTickedFor] = useState<string | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const isTicked = tickedFor === sha256
  const box = useRef<HTMLElement>(null)
  const checkbox = useRef<HTMLInputElement>(null)
  const reasonId = useId()

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSubmitting) return
    if (!isTicked) return refuse()
    setSubmitting(true)
    const result = await acceptRiskDisclosure(userId, source, { version, sha256 })
    if (result.kind === 'changed') {
      await showTextInForce()
    } else {
      if (userId !== null && result.kind === 'recorded') {
        queryClient.setQueryData(riskAcceptedQuery(userId).queryKey, { hasAccepted: true })
        toast({ kind: 'success', title: 'Risk Disclosure Accepted' })
        void invalidate('GET /api/verification/status', 'GET /api/certifications/user')
      } else if (result.kind === 'kept' && result.why !== 'no_user') {
        toast({ kind: 'warning', ...WARNINGS[result.why] })
      }
      onAccepted(result)
    }
    setSubmitting(false)
  }

  const refuse = () => {
    toast({ kind: 'error', ...MUST_ACCEPT })
    setMissing(true)
    checkbox.current?.focus()
  }

  const showTextInForce = async () => {
    await queryClient.refetchQueries({ queryKey: riskDisclosureQuery.queryKey })
    setTickedFor(null)
    setRefused(true)
    if (!box.current) return
    box.current.scrollTop = 0
    box.current.focus()
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      {wasRefused || firstShown !== sha256 ? (
        <Banner kind="warning" title="The risk disclosure has changed" live className="mb-4">
          This is the new text. Read it again before you accept it. Nothing was recorded for the former one.
        </Banner>
      ) : null}
      <Disclosure text={text} ref={box} />
      <Checkbox
        ref={checkbox}
        fieldClassName="mt-6"
        label={RISK_ACKNOWLEDGEMENT}
        error={isMissing && !isTicked ? MUST_ACCEPT.description : undefined}
        checked={isTicked}
        onChange={(event) => setTickedFor(event.target.checked ? sha256 : null)}
      />
      <ActionsBar reasonId={reasonId} reason={isTicked ? null : 'Tick the box to continue'}>
        {back}
        {isTicked ? (
          <Button variant="primary" size="lg" type="submit" busy={isSubmitting} busyLabel="Submitting...">
            {submitLabel}
          </Button>
        ) : (
          // Not Button's `disabled`, which swallows the click: it must say what is missing (onboarding §5.9).
          <button
            className={buttonClass('primary', 'lg')}
            type="submit"
            aria-disabled="true"
            aria-describedby={reasonId}
          >
            {submitLabel}
          </button>
        )}
      </ActionsBar>
    </form>
  )
}

function Disclosure({ text, ref }: { text: Text; ref?: Ref<HTMLElement> }) {
  return (
    <>
      <DisclosureBox text={text} ref={ref} />
      <p className="mt-4">
        <Link to="/terms" target="_blank" rel="noreferrer">
          Read the terms <NewTabMark />
        </Link>
      </p>
    </>
  )
}

/** 400 px high, focusable and scrollable by keyboard. */
function DisclosureBox({ text, ref }: { text: Text; ref: Ref<HTMLElement> | undefined }) {
  const id = useId()
  const { title, version, sections } = text
  return (
    <section
      ref={ref}
      className="h-[400px] overflow-y-auto rounded-(--r-3) border border-line-strong bg-surface px-6 py-5 print:h-auto print:border-0 print:p-0"
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      <h2 className="text-h3" id={id}>
        {title}
      </h2>
      {sections.map(({ heading, paragraphs }) => (
        <div className="mt-5" key={heading}>
          <h3 className="text-h4">{heading}</h3>
          {paragraphs.map((paragraph) => (
            <p className="mt-1.5 text-card/5.75 text-ink-2" key={paragraph}>
              {paragraph}
            </p>
          ))}
        </div>
      ))}
      <p className="mt-5 text-sm text-ink-3">Version {version}. The platform’s own text.</p>
    </section>
  )
}
