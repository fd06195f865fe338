import type { ReactNode } from 'react'
import type { BusinessProfile } from '#contract/onboarding/business.ts'
import {
  MANAGER_FIELDS,
  NO_UBO_REASON_LABELS,
  OWNER_FIELDS,
  type PersonFields,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import { countryName } from '#domain/country-names.ts'
import { formatBirth } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th, YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { OwnershipExcess } from './ownership-excess.tsx'

type PersonField = PersonFields[string]
/** A person as read back, by the API's field names. */
type ReadPerson = Readonly<Record<string, string | number | boolean | null>>

/** The people who act for a company. */
export function CompanyRepresentatives({ company }: { company: BusinessProfile }) {
  return (
    <Card aria-labelledby="company-representatives">
      <CardHeader id="company-representatives" title="Representatives" />
      <DataTable
        caption="Representatives"
        head={[...heads(REPRESENTATIVE_FIELDS), <Th key="primary">Primary</Th>]}
      >
        {company.representatives.map((representative) => (
          <tr key={representative.id}>
            <PersonCells fields={REPRESENTATIVE_FIELDS} person={representative} />
            <Td label="Primary">
              <YesNo value={representative.is_primary} />
            </Td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}

type OwnersProps = {
  company: BusinessProfile
  /** How far the check of an owner is, below the name. */
  checkOf?: (owner: BusinessProfile['beneficialOwners'][number]) => ReactNode
}

/** A company's owners, or why none are named and who is named instead (choices §4.6). */
export function CompanyOwners({ company, checkOf }: OwnersProps) {
  return (
    <Card aria-labelledby="company-owners">
      <CardHeader id="company-owners" title="Beneficial owners" />
      <OwnershipExcess company={company} className="mx-5 mb-4" />
      {company.beneficialOwners.length > 0 ? (
        <DataTable caption="Beneficial owners" head={heads(OWNER_FIELDS)}>
          {company.beneficialOwners.map((owner) => (
            <tr key={owner.id}>
              <PersonCells fields={OWNER_FIELDS} person={owner} note={checkOf?.(owner)} />
            </tr>
          ))}
        </DataTable>
      ) : (
        <CardBody className="py-2">
          <KeyValueList items={withoutOwners(company)} />
        </CardBody>
      )}
    </Card>
  )
}

/** Each table's first field is the name, which needs no further label in a table of people. */
function labelled(fields: PersonFields): [label: string, field: PersonField][] {
  return Object.values(fields).map((field, index) => [index === 0 ? 'Name' : field.short, field])
}

function heads(fields: PersonFields) {
  return labelled(fields).map(([label]) => <Th key={label}>{label}</Th>)
}

type CellsProps = { fields: PersonFields; person: ReadPerson; note?: ReactNode }

/** A person's fields as cells of a row; the note is below the name. */
function PersonCells({ fields, person, note }: CellsProps) {
  return labelled(fields).map(([label, { wire, input }], index) => (
    <Td key={label} head={index === 0} label={label} className={CELL_LOOKS[input]}>
      {personValue(input, person[wire] ?? null)}
      {index === 0 ? note : null}
    </Td>
  ))
}

/** What was declared about a person in a company, line by line; a share says what it is a share of. */
export function personRows(fields: PersonFields, person: ReadPerson): KeyValue[] {
  return labelled(fields).map(([label, { wire, input }]) => ({
    label,
    value: personValue(input, person[wire] ?? null),
  }))
}

const CELL_LOOKS: Readonly<Record<PersonField['input'], string | undefined>> = {
  text: 'wrap-anywhere',
  email: 'wrap-anywhere',
  powers: 'wrap-anywhere',
  birth: 'whitespace-nowrap tabular-nums',
  percent: 'tabular-nums',
  country: undefined,
  nationality: undefined,
}

function personValue(input: PersonField['input'], value: ReadPerson[string]): KeyValue['value'] {
  if (input === 'birth') return formatBirth(value === null ? null : String(value), 'Not given')
  if (value === null) return 'N/A'
  if (input === 'country' || input === 'nationality') return countryName(String(value))
  if (input === 'email') return <EmailText address={String(value)} />
  return input === 'percent' ? `${value}%` : String(value)
}

/** Why a company names no owner, and who manages it in that case. */
export function withoutOwners({ no_ubo_reason, seniorManager }: BusinessProfile): KeyValue[] {
  const reason = no_ubo_reason && NO_UBO_REASON_LABELS[no_ubo_reason]
  const manager: ReadPerson | null = seniorManager
  return [
    { label: 'No beneficial owner', value: reason },
    ...(manager
      ? Object.values(MANAGER_FIELDS as PersonFields).map(({ short, wire, input }, index) => ({
          label: index === 0 ? 'Senior managing person' : short,
          value: personValue(input, manager[wire] ?? null),
        }))
      : []),
  ]
}
