import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listName } from '#contract/screening/list-name.ts'
import type { ComparedFact, MatchExplanation, ScreeningOutcome } from '#contract/screening/sanctions.ts'
import type { CaseMatch, MatchWord } from '#contract/screening/screening.ts'
import { listedDateText } from '#domain/screening/screening-dates.ts'
import { dateStyle, formatDateTime } from '#web/lib/dates.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { entryLink, MatchDecision } from './match-decision.tsx'
import { OUTCOME_LOOKS, proposedText, saidText, waitsForReader } from './screening-outcomes.ts'
import { FindingsTable, MatchNote, NOTE_CLASS, ScreeningHead } from './screening-parts.tsx'
import {
  FACT_LABELS,
  factText,
  factValue,
  fitText,
  percent,
  QUALITY_LABELS,
  reasonsText,
  STATE_LABELS,
  stateLabel,
} from './screening-text.ts'

/** For a panel next to the cards in which matches are decided: the selected match, and how to select another. */
export interface MatchPanel {
  decidingId: number | null
  choose: (id: number) => void
}

type Props = {
  match: CaseMatch
  /** Whether it is of an account that was erased, on whose match fewer people decide. */
  isErased?: boolean
  mayDecide: boolean
  panel?: MatchPanel | undefined
}

/** One match: the comparison next to the list's entry, and its decision. */
export function MatchCard({ match, isErased = false, mayDecide, panel }: Props) {
  const [isChanging, setChanging] = useState(false)
  const { entry, explanation, source, state } = match
  const isDeciding = panel
    ? panel.decidingId === match.id
    : mayDecide && explanation !== null && (isChanging || waitsForReader(match))
  const change = () => (panel ? panel.choose(match.id) : setChanging(true))
  const decided = match.history.find(({ of, result }) => of === null && result === 'decided')
  const listedName = explanation?.listedName ?? entry.names[0]?.text ?? entry.ref
  const others = entry.names.filter(({ text }) => text !== listedName)
  return (
    <article
      className={classNames(
        'mt-4 rounded-[10px] border border-line bg-[color-mix(in_oklab,var(--sunken)_45%,transparent)] p-4',
        panel && isDeciding && 'outline-2 outline-brand',
      )}
      aria-current={(panel && isDeciding) || undefined}
      aria-label={`Match with ${listedName}`}
    >
      <ScreeningHead>
        <h4 className="text-card font-semibold">
          {listedName}{' '}
          <span className="font-normal text-ink-3">
            {entry.ref}, {listName(source)}
          </span>
        </h4>
        <span className="inline-flex items-center gap-2">
          <StatusBadge look={OUTCOME_LOOKS[outcomeOfMatch(match)]} />
          <span className="text-sm tabular-nums">{percent(match.score)}</span>
        </span>
      </ScreeningHead>
      {explanation ? (
        <Explained explanation={explanation} entry={entry} />
      ) : (
        <Banner kind="error" title="What was compared could not be read" className="mt-3">
          It isn’t what was saved, so no one can decide on it. Super admins have been told.
        </Banner>
      )}
      {entry.documents.length > 0 ? (
        <MatchNote>Listed documents: {entry.documents.join('; ')}</MatchNote>
      ) : null}
      {entry.positions.length > 0 ? <MatchNote>Holds or held: {entry.positions.join('; ')}</MatchNote> : null}
      {entry.isExposedOnly ? (
        <MatchNote>
          Politically exposed, and on no list of sanctions: if it’s them, a second person has to approve the
          case. It’s no reason to refuse them.
        </MatchNote>
      ) : null}
      {entry.url ? (
        <MatchNote>
          <a id={entryLink(match)} href={entry.url} target="_blank" rel="noreferrer noopener">
            Source at its publisher
          </a>
        </MatchNote>
      ) : null}
      {others.length > 0 ? (
        <MatchNote>
          Also listed as:{' '}
          {others.map(({ text, quality }) => `${text} (${QUALITY_LABELS[quality].toLowerCase()})`).join('; ')}
        </MatchNote>
      ) : null}
      <MatchHistory history={match.history} />
      {match.proposal && !match.endedAt ? (
        <Proposed match={match} proposal={match.proposal} mayDecide={mayDecide} />
      ) : null}
      {state === 'true' && !entry.isExposedOnly && !source.startsWith('own:') ? (
        <MatchNote>
          <a className="link" href={`/api/admin/screening/matches/${match.id}/report`} download>
            Download the report to the authority (PDF)
          </a>
          . It’s filled from our records; complete the blanks before you send it. Each download is recorded.
        </MatchNote>
      ) : null}
      {isDeciding && !panel ? (
        <MatchDecision match={match} onDone={() => setChanging(false)} />
      ) : (
        <div className={NOTE_CLASS}>
          <b className="text-ink">
            {match.endedAt ? (state === 'open' ? 'Never decided' : STATE_LABELS[state]) : stateLabel(match)}
          </b>
          {match.decidedAt ? ` · ${match.decidedBy ?? 'Someone'}, ${formatDateTime(match.decidedAt)}` : ''}
          {match.endedAt ? ` · no longer a match since ${formatDateTime(match.endedAt)}` : ''}
          {state !== 'open' && decided ? <Compared word={decided} /> : null}
          {match.comment ? <p className="whitespace-pre-line">{match.comment}</p> : null}
          {state === 'open' && !match.proposal && !mayDecide && !match.endedAt ? (
            <p>{isErased ? 'Waiting for a super admin to decide.' : 'Waiting for a reviewer to decide.'}</p>
          ) : null}
          {mayDecide && explanation && !isDeciding ? (
            <div className="mt-3">
              <Button size="sm" onClick={change}>
                {match.proposal?.isOwn
                  ? 'Withdraw it'
                  : waitsForReader(match)
                    ? 'Decide'
                    : 'Change the decision'}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </article>
  )
}

/** What was compared, why the match isn't stronger, and which kind of name of which entry it was. */
function Explained({ explanation, entry }: { explanation: MatchExplanation; entry: CaseMatch['entry'] }) {
  return (
    <>
      <MatchComparison explanation={explanation} />
      {explanation.heldBack.map((why) => (
        <MatchNote key={why}>Not called strong: {why}</MatchNote>
      ))}
      <MatchNote>
        {[
          QUALITY_LABELS[explanation.quality],
          entry.regime,
          entry.listedOn && `listed on ${listedDateText(entry.listedOn, dateStyle())}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </MatchNote>
    </>
  )
}

/** One match's outcome: its strength until decided, then the decision. */
function outcomeOfMatch({ state, level, entry }: CaseMatch): ScreeningOutcome {
  if (state === 'false') return 'clear'
  if (state === 'true') return entry.isExposedOnly ? 'exposed' : 'confirmed'
  return level
}

/** What awaits a second person, and whether the reader can be it; of a disagreement, who said what. */
function Proposed({
  match,
  proposal,
  mayDecide,
}: {
  match: CaseMatch
  proposal: NonNullable<CaseMatch['proposal']>
  mayDecide: boolean
}) {
  const [, previous] = match.history.filter(({ of }) => of === null)
  const contradicted =
    match.state === 'open' && previous?.result !== 'decided' && previous?.said !== proposal.state && previous
  return (
    <Banner
      kind="info"
      title={
        contradicted
          ? 'One more person must look at it'
          : mayDecide && !proposal.isOwn
            ? 'A second person has to agree: that’s you'
            : 'Waiting for a second person to agree'
      }
      className="mt-3"
    >
      {contradicted ? <p>{saidText(contradicted.by, contradicted.said, contradicted.at)}</p> : null}
      {proposedText(proposal)}
      <p className="whitespace-pre-line">{proposal.comment}</p>
    </Banner>
  )
}

/** Why someone was found: every word and fact, as given and as listed (screening, Who decides on a match). */
function MatchComparison({ explanation }: { explanation: MatchExplanation }) {
  // A fact that neither side has can't be compared.
  const facts = explanation.facts.filter(({ given, listed }) => given !== null || listed !== null)
  return (
    <FindingsTable>
      <caption className="sr-only">How the names and the facts compare</caption>
      <thead>
        <tr>
          <th scope="col">Given</th>
          <th scope="col">Listed</th>
          <th scope="col">Check</th>
        </tr>
      </thead>
      <tbody>
        {explanation.words.map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may have a word twice, and its words never move.
          <tr key={place}>
            <td>
              {place === 0 ? <FactName>Name</FactName> : null}
              {word.given ?? '–'}
            </td>
            <td className="align-bottom!">{word.listed ?? '–'}</td>
            <td className={classNames('align-bottom!', word.fit === 'same' && FACT_COLOURS.agrees)}>
              {word.fit === 'same' ? <span aria-hidden>✓ </span> : null}
              {fitText(word)}
            </td>
          </tr>
        ))}
        {facts.map((fact) => (
          <tr key={fact.fact}>
            <td>
              <FactName>{FACT_LABELS[fact.fact]}</FactName>
              {factValue(fact, fact.given) ?? 'Not given'}
            </td>
            <td className="align-bottom!">{factValue(fact, fact.listed) ?? 'Not listed'}</td>
            <td className={classNames('align-bottom!', FACT_COLOURS[fact.result])}>
              <span aria-hidden>{FACT_SIGNS[fact.result]}</span>
              {factText(fact)}
            </td>
          </tr>
        ))}
      </tbody>
    </FindingsTable>
  )
}

/** What is compared, above its values: a column of its own would leave a phone none for them. */
function FactName({ children }: { children: string }) {
  return <p className="text-xs text-ink-3">{children}</p>
}

const FACT_SIGNS: Readonly<Partial<Record<ComparedFact['result'], string>>> = {
  agrees: '✓ ',
  differs: '≠ ',
}

const FACT_COLOURS: Readonly<Record<ComparedFact['result'], string>> = {
  agrees: 'text-green-ink!',
  close: '',
  differs: 'text-yellow-ink! font-medium',
  unknown: '',
}

/** Earlier statements about the pair: on this match, on former ones, and in other cases. */
function MatchHistory({ history }: Pick<CaseMatch, 'history'>) {
  if (history.length === 0) return null
  return (
    <details className={NOTE_CLASS}>
      <summary className="link cursor-pointer">What was said before ({history.length})</summary>
      <ol className="mt-2 grid gap-2">
        {history.map((word) => (
          <li key={`${word.at} ${word.by} ${word.of?.userId ?? ''}`}>
            <b className="text-ink">{wordText(word)}</b> · {word.by}, {formatDateTime(word.at)}
            {word.of?.isSameCase ? ' · of a former match' : null}
            {word.of && !word.of.isSameCase ? (
              <>
                {' · '}
                <Link className="link" {...caseLink(word.of, { line: 'screening' })}>
                  in another case
                </Link>
              </>
            ) : null}
            <Compared word={word} />
            <p className="whitespace-pre-line">{word.comment}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** What someone compared; earlier statements didn't have to say it. */
function Compared({ word: { reasons } }: { word: MatchWord }) {
  return reasons.length > 0 ? <p>Compared: {reasonsText(reasons)}</p> : null
}

function wordText({ said, result }: MatchWord): string {
  const what = STATE_LABELS[said]
  switch (result) {
    case 'decided':
      return what
    case 'proposed':
      return `${what}, for a second person to confirm`
    case 'returned':
      return `${what}, against what was proposed`
    default:
      return result satisfies never
  }
}
