import { useQuery } from '@tanstack/react-query'
import type { SignalFigures } from '#contract/review/staff-home.ts'
import { addDays, addMonths, type PlainDate } from '#domain/plain-date.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DecisionListFilters } from '../queue/decision-filters.ts'
import { AsTable, DecisionsLink, HomeCard, HomeNote } from './home-card.tsx'
import { signalFiguresQuery } from './queries.ts'
import { monthText, shareText, signalTotals } from './staff-home-text.ts'

/**
 * How often each of the desk's signals was right when a decision was made: in total, and by month. Each figure links
 * to the items it counts, for those who may read cases.
 */
export function SignalsCard({ linked }: { linked: boolean }) {
  const { data, error } = useQuery(signalFiguresQuery)
  return (
    <HomeCard id="signals" title="Signals at decisions" aside="Last 12 months">
      {error ? (
        <HomeNote>{error.message}</HomeNote>
      ) : !data ? (
        <div className="p-[18px]">
          <Skeleton height={168} />
        </div>
      ) : data.figures.length === 0 ? (
        <HomeNote>No decision with signals in this period.</HomeNote>
      ) : (
        <>
          <p className="px-[18px] pt-3 pb-2 text-sm text-ink-2 max-[640px]:px-4">
            Right: the signal said “Look closer”, and its item was requested again or rejected. Otherwise: how
            often that happened where it agreed. A signal decides nothing.
          </p>
          <DataTable caption="How often each signal was right" head={<Heads first="Signal" />}>
            {signalTotals(data.figures).map((total) => (
              <tr key={total.name}>
                <Td head>{total.title}</Td>
                <Shares
                  figures={total}
                  search={{ days: monthsText(data.figures), signal: total.name }}
                  linked={linked}
                />
              </tr>
            ))}
          </DataTable>
          <AsTable title="Show by month">
            <DataTable
              caption="How often each signal was right, latest month first"
              head={<Heads first="Month" second="Signal" />}
            >
              {data.figures.map((figures) => (
                <tr key={`${figures.month} ${figures.name} ${figures.version}`}>
                  <Td head>{monthText(figures.month)}</Td>
                  <Td label="Signal">
                    {figures.title}
                    {figures.version > 1 ? <span className="text-ink-3"> v{figures.version}</span> : null}
                  </Td>
                  <Shares
                    figures={figures}
                    search={{
                      days: monthsText([figures]),
                      signal: figures.name,
                      version: figures.version,
                    }}
                    linked={linked}
                  />
                </tr>
              ))}
            </DataTable>
          </AsTable>
        </>
      )}
    </HomeCard>
  )
}

function Heads({ first, second }: { first: string; second?: string }) {
  return (
    <>
      <Th>{first}</Th>
      {second ? <Th>{second}</Th> : null}
      <Th>Look closer</Th>
      <Th>Right</Th>
      <Th>Otherwise</Th>
    </>
  )
}

function Shares({
  figures: { warned, right, agreed, missed },
  ...list
}: {
  figures: Pick<SignalFigures, 'warned' | 'right' | 'agreed' | 'missed'>
  search: DecisionListFilters
  linked: boolean
}) {
  const [closer, agrees] = [
    { ...list, look: 'look_closer' },
    { ...list, look: 'agrees' },
  ] as const
  return (
    <>
      <Td label="Look closer">
        <Items {...closer}>{warned}</Items>
      </Td>
      <Td label="Right">
        <Part part={right} whole={warned} {...closer} />
      </Td>
      <Td label="Otherwise">
        <Part part={missed} whole={agreed} {...agrees} />
      </Td>
    </>
  )
}

type Said = { search: DecisionListFilters; linked: boolean; look: 'look_closer' | 'agrees' }

/** "3 of 12, 25%"; without a share if there are none. */
function Part({ part, whole, ...said }: Said & { part: number; whole: number }) {
  if (whole === 0) return 'None yet'
  return (
    <span>
      <Items refused {...said}>
        {part}
      </Items>{' '}
      of <Items {...said}>{whole}</Items>, {shareText(part, whole)}
    </span>
  )
}

/** How many items a signal said this of; `refused`: only those requested again or rejected. */
function Items({ search, linked, look, refused, children }: Said & { refused?: boolean; children: number }) {
  return (
    <DecisionsLink
      search={{ ...search, look, ...(refused && { refused: '1' }) }}
      linked={linked && children > 0}
    >
      {formatNumber(children)}
    </DecisionsLink>
  )
}

/** The days of all months that these figures, latest first, are of: "2026-02-01..2026-03-31". */
function monthsText(figures: readonly SignalFigures[]): string {
  const [first, last] = [figures.at(-1)?.month, figures.at(0)?.month].map(
    (month) => `${month}-01` as PlainDate,
  )
  return first && last ? `${first}..${addDays(addMonths(last, 1), -1)}` : ''
}
