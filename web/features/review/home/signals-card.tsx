import { useQuery } from '@tanstack/react-query'
import type { SignalFigures } from '#contract/review/staff-home.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AsTable, HomeCard, HomeNote } from './home-card.tsx'
import { signalFiguresQuery } from './queries.ts'
import { monthText, shareText, signalTotals } from './staff-home-text.ts'

/** How often each of the desk's signals was right when a decision was made: in total, and by month. */
export function SignalsCard() {
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
                <Shares {...total} />
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
                  <Shares {...figures} />
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
  warned,
  right,
  agreed,
  missed,
}: Pick<SignalFigures, 'warned' | 'right' | 'agreed' | 'missed'>) {
  return (
    <>
      <Td label="Look closer">{formatNumber(warned)}</Td>
      <Td label="Right">{partText(right, warned)}</Td>
      <Td label="Otherwise">{partText(missed, agreed)}</Td>
    </>
  )
}

/** "3 of 12, 25%"; without a share if there are none. */
function partText(part: number, whole: number): string {
  return whole === 0
    ? 'None yet'
    : `${formatNumber(part)} of ${formatNumber(whole)}, ${shareText(part, whole)}`
}
