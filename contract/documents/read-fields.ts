// Separate from the schemas: the browser reads these without loading a validation library.

/** The fields read from documents. */
export const READ_FIELDS = [
  'surname',
  'givenNames',
  'name',
  'birthDate',
  'number',
  'nationality',
  'issuedOn',
  'expiresOn',
  'address',
  'issuer',
] as const

export const READ_FIELD_LABELS: Readonly<Record<(typeof READ_FIELDS)[number], string>> = {
  surname: 'Last name',
  givenNames: 'First names',
  name: 'Name',
  birthDate: 'Date of birth',
  number: 'Document number',
  nationality: 'Nationality',
  issuedOn: 'Issue date',
  expiresOn: 'Expiry date',
  address: 'Address',
  issuer: 'From',
}
