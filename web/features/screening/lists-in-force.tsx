import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { listName } from '#contract/screening/list-name.ts'
import type { ListRenewal, RefusedFiles, SanctionsList } from '#contract/screening/screening.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { matchSearchOf } from './filters.ts'

/**
 * The lists that everyone is screened against, and whether they are up to date; importing one is the operators'
 * task.
 */
export function ListsInForce({
  lists,
  renewals,
  refusedFiles,
  waiting,
}: {
  lists: readonly SanctionsList[]
  renewals: readonly ListRenewal[]
  refusedFiles: RefusedFiles | null
  waiting: number
}) {
  const failed = renewals.filter(({ failure }) => failure !== null)
  const heardOf = ({ source }: SanctionsList) =>
    renewals.find((renewal) => renewal.source === source)?.renewedAt
  return (
    <Card aria-labelledby="lists-in-force">
      <CardHeader id="lists-in-force" title="Lists in force" />
      {failed.map(({ source, renewedAt, failure }) => (
        <CardBody key={source}>
          <Banner
            kind="warning"
            title={
              renewedAt
                ? `The ${listName(source)} hasn’t been renewed since ${formatDateTime(renewedAt)}`
                : `The ${listName(source)} has never been fetched`
            }
          >
            {failure} We try again every hour.
          </Banner>
        </CardBody>
      ))}
      {refusedFiles ? (
        <CardBody>
          <Banner kind="warning" title="A file was not put into force">
            {refusedFiles.reason} Last looked at {formatDateTime(refusedFiles.at)}. The list before it stays
            in force. Ask an operator to bring a whole file.
          </Banner>
        </CardBody>
      ) : null}
      {lists.length === 0 ? (
        <CardBody>
          <Banner kind="warning" title="No sanctions list has been imported">
            No one can be screened or approved until an operator imports one.
          </Banner>
        </CardBody>
      ) : (
        <DataTable
          caption="Lists in force"
          head={
            <>
              <Th>List</Th>
              <Th>Published</Th>
              <Th>Entries</Th>
              <Th>Matches</Th>
              <Th>Imported</Th>
              <Th>Last checked</Th>
              <Th>SHA-256</Th>
              <Th>Status</Th>
            </>
          }
        >
          {lists.map((list) => (
            <tr key={list.source}>
              <Td head className="font-semibold">
                {listName(list.source)}
              </Td>
              <Td label="Published" className="whitespace-nowrap tabular-nums">
                {formatDate(list.publishedOn)}
              </Td>
              <Td label="Entries" className="tabular-nums">
                {formatNumber(list.entries)}
              </Td>
              <Td label="Matches" className="tabular-nums">
                <Matches list={list} />
              </Td>
              <Td label="Imported" className="whitespace-nowrap tabular-nums">
                {formatDateTime(list.importedAt)}
              </Td>
              <Td label="Last checked" className="whitespace-nowrap tabular-nums">
                {checkedText(heardOf(list))}
              </Td>
              <Td label="SHA-256" className="wrap-anywhere">
                <code className="text-sm">{list.sha256}</code>
              </Td>
              <Td label="Status">
                {list.isStale ? (
                  <Badge family="red" icon={Clock}>
                    Out of Date
                  </Badge>
                ) : (
                  <Badge family="green" icon={CircleCheck}>
                    In Date
                  </Badge>
                )}
              </Td>
            </tr>
          ))}
        </DataTable>
      )}
      {waiting > 0 ? (
        <CardBody>
          <p className="text-card text-ink-2" role="status">
            {waiting === 1 ? '1 case waits' : `${formatNumber(waiting)} cases wait`} to be screened against
            them. This happens automatically.
          </p>
        </CardBody>
      ) : null}
    </Card>
  )
}

/** How many matches with a list are open, with a link to them, and how the others were decided. */
function Matches({ list: { source, matches } }: { list: SanctionsList }) {
  const open = `${formatNumber(matches.open)} open`
  return (
    <>
      {matches.open > 0 ? (
        <Link to="/admin/screening" search={matchSearchOf({ source })}>
          {open}
          <span className="sr-only"> in the {listName(source)}</span>
        </Link>
      ) : (
        open
      )}
      <span className="block text-sm text-ink-3">
        {formatNumber(matches.false)} dismissed, {formatNumber(matches.true)} confirmed
      </span>
    </>
  )
}

/** When the publisher was last checked; a list that isn't fetched automatically is updated by hand. */
function checkedText(moment: string | null | undefined): string {
  return moment ? formatDateTime(moment) : 'By hand'
}
