import { useMutation, useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ScreeningTrial, TrialFigure, TrialLine } from '#contract/screening/screening.ts'
import { foundShare, isTrialTooSmall, LEAST_ASKED, trialVerdict } from '#domain/screening/trial-verdict.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { formatNumber } from '#web/lib/numbers.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { listText, percent } from '#web/shared/screening/screening-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.ts'

const LOOK_AGAIN_MS = 5000

/** How well the screening finds listed people whose details are spelt differently: a test on the lists in force. */
export function TrialCard() {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('GET /api/admin/screening/trial'),
    refetchInterval: ({ state }) => (isRunning(state.data?.trial) ? LOOK_AGAIN_MS : false),
  })
  const start = useMutation({
    mutationFn: () => api('POST /api/admin/screening/trial', {}),
    onSuccess: () => invalidate('GET /api/admin/screening/trial'),
    onError: (error) => toast({ kind: 'error', title: 'The test didn’t start', description: error.message }),
  })
  const trial = data?.trial
  return (
    <Card aria-labelledby="trial">
      <CardHeader id="trial" title="How good is it?">
        <IfMay capability="screening.trial">
          <Button size="sm" busy={start.isPending} disabled={isRunning(trial)} onClick={() => start.mutate()}>
            Run the test
          </Button>
        </IfMay>
      </CardHeader>
      <CardBody>
        <p className="text-card text-ink-2">
          We take people and companies from the lists in force, write them the way people do, and check
          whether the screening finds them. It takes some minutes and changes nothing.
        </p>
        {isRunning(trial) ? (
          <p className="mt-3 text-card" role="status">
            The test has been running since {formatDateTime(trial?.askedAt ?? '')}. You can leave this page.
          </p>
        ) : null}
        {data && !trial ? <p className="mt-3 text-card text-ink-2">The test hasn’t been run yet.</p> : null}
        {trial?.failure ? (
          <Banner kind="warning" title="The test has no result" className="mt-3">
            {trial.failure}
          </Banner>
        ) : null}
      </CardBody>
      {error && !data ? (
        <ErrorState
          title="We couldn’t load the last test"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {trial && isTrialTooSmall(trial.figures) ? (
        <CardBody>
          <Banner kind="info" title="These lists are too small to say how good the screening is">
            The test needs at least {LEAST_ASKED} listed people or companies for a line. Import a full list,
            such as the UK Sanctions List, and run it again.
          </Banner>
        </CardBody>
      ) : null}
      {trial && trial.figures.length > 0 ? <Figures trial={trial} /> : null}
    </Card>
  )
}

function isRunning(trial: ScreeningTrial | null | undefined): boolean {
  return trial != null && trial.endedAt === null
}

function Figures({ trial }: { trial: ScreeningTrial }) {
  const isTooSmall = isTrialTooSmall(trial.figures)
  return (
    <>
      <DataTable
        caption="Results of the test"
        head={
          <>
            <Th>What was different</Th>
            <Th>Asked</Th>
            <Th>Found</Th>
            <Th>Goal</Th>
            <Th>Result</Th>
          </>
        }
      >
        {trial.figures.map((figure) => (
          <tr key={figure.line}>
            <Td head>
              <span className="font-semibold">{LINE_TEXT[figure.line][0]}</span>
              <span className="block text-sm text-ink-3">{LINE_TEXT[figure.line][1]}</span>
            </Td>
            <Td label="Asked" className="tabular-nums">
              {formatNumber(figure.asked)}
            </Td>
            <Td label="Found" className="tabular-nums">
              {foundText(figure)}
            </Td>
            <Td label="Goal" className="whitespace-nowrap tabular-nums">
              {goalText(figure)}
            </Td>
            <Td label="Result">
              <Verdict figure={figure} isTooSmall={isTooSmall} />
            </Td>
          </tr>
        ))}
      </DataTable>
      <CardBody>
        <p className="text-sm text-ink-3 wrap-anywhere">
          Run on {formatDateTime(trial.endedAt ?? trial.askedAt)} with version {trial.matcher} of the
          comparison and seed {trial.seed}, asking from {percent(trial.possibleFrom)}, on:{' '}
          {trial.lists.map(listText).join('; ')}.
        </p>
      </CardBody>
    </>
  )
}

/** If the lists are too small, there is no verdict, not even on false alarms. */
function Verdict({ figure, isTooSmall }: { figure: TrialFigure; isTooSmall: boolean }) {
  switch (isTooSmall ? null : trialVerdict(figure)) {
    case 'met':
      return (
        <Badge family="green" icon={CircleCheck}>
          Met
        </Badge>
      )
    case 'missed':
      return (
        <Badge family="yellow" icon={TriangleAlert}>
          Missed
        </Badge>
      )
    case 'no_goal':
      return '–'
    default:
      return figure.asked === 0 ? 'Not on these lists' : 'Too few to tell'
  }
}

function goalText({ isAlarm, goal }: TrialFigure): string {
  if (goal === null) return 'no goal'
  if (!isAlarm) return `at least ${goal}%`
  return goal === 0 ? 'none' : `at most ${goal * 10} per 1,000`
}

/** False alarms are given per thousand, matches found in per cent. */
function foundText(figure: TrialFigure): string {
  if (figure.asked === 0) return '–'
  const share = foundShare(figure)
  return figure.isAlarm ? `${(share * 10).toFixed(1)} per 1,000` : `${share.toFixed(1)}%`
}

/** Each line of the test with its title, and what it means for a customer. */
const LINE_TEXT: Readonly<Record<TrialLine, readonly [title: string, meaning: string]>> = {
  'year of birth one off': [
    'Year of birth one off',
    'The same name, born a year earlier or later than listed.',
  ],
  'day and month swapped': ['Day and month swapped', 'Born on 4 March, written as 3 April.'],
  'another nationality': [
    'Another nationality',
    'The same name and birth date, with a passport of another country.',
  ],
  'a middle name that the list doesn’t have': [
    'A middle name more',
    'They give a middle name that isn’t on the list.',
  ],
  'a second family name': ['A second family name', 'They give another family name after the listed one.'],
  'one letter swapped': ['Two letters swapped', 'Two letters side by side changed places.'],
  'one letter added': ['One letter more', 'One word has a letter too many.'],
  'one letter left out': ['One letter fewer', 'One word has a letter too few.'],
  'one letter wrong': ['One letter wrong', 'One word has another letter.'],
  'an Arabic name of two parts, spelt otherwise': [
    'Arabic name of two parts',
    'Abd al-Rahman is written as Abdulrahman, or Salah al-Din as Salahuddin.',
  ],
  'two letters of the last name swapped': [
    'Family name misspelt',
    'Two letters of the family name changed places.',
  ],
  'a letter wrong in each': ['Both names misspelt', 'First and family name each have one wrong letter.'],
  'legal form, long or short': [
    'Legal form, long or short',
    'Limited Liability Company is written as LLC, or the other way.',
  ],
  'legal form at the other end': [
    'Legal form moved',
    'The legal form stands after the name and not before it.',
  ],
  'alarms for made-up people': [
    'False alarms, people',
    'Made-up people with the commonest names of the UK who come up as a match. Real customers come up less often; lists without birth dates raise more.',
  ],
  'strong for made-up people': [
    'People wrongly called strong',
    'Made-up people who come up as nearly certain.',
  ],
  'alarms for made-up companies': [
    'False alarms, companies',
    'Made-up companies of this trade that come up as a match.',
  ],
  'strong for made-up companies': [
    'Companies wrongly called strong',
    'Made-up companies that come up as nearly certain.',
  ],
}
