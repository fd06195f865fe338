import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import type { TestUser } from './app.ts'

/** A multipart upload as a browser sends it: text fields first, then the file. */
export function multipart(
  fields: Record<string, string>,
  file: { name: string; type: string; bytes: Buffer },
  laterFields: Record<string, string> = {},
): { body: Buffer; headers: Record<string, string> } {
  const boundary = '----verdaccordtest'
  const partsOf = (given: Record<string, string>) =>
    Object.entries(given)
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`
  return {
    body: Buffer.concat([
      Buffer.from(partsOf(fields) + head),
      file.bytes,
      Buffer.from(`\r\n${partsOf(laterFields)}--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Uploads a picture into a slot, a new one unless given. */
export async function uploadPicture(person: TestUser, slot: DocumentSlot, bytes?: Buffer, kind?: CaseKind) {
  const picture = bytes ?? (await makeJpeg({ artist: `${person.id}-${slot}-${Math.random()}` }))
  const { body, headers } = multipart(
    { documentType: slot, fileName: `${slot}.jpg`, ...(kind && { kind }) },
    { name: `${slot}.jpg`, type: 'image/jpeg', bytes: picture },
  )
  return person.call('POST', '/api/uploads/kyc-document-direct', body, headers)
}

/** Uploads a new picture of a side of an ID of a kind. */
export async function uploadIdSide(person: TestUser, slot: 'id-front' | 'id-back', docType: DocType) {
  const { body, headers } = multipart(
    { documentType: slot, docType, fileName: `${slot}.jpg` },
    {
      name: `${slot}.jpg`,
      type: 'image/jpeg',
      bytes: await makeJpeg({ artist: `${person.id}-${slot}-${Math.random()}` }),
    },
  )
  return person.call('POST', '/api/uploads/kyc-document-direct', body, headers)
}

/** Valid answers of the consumer form. */
export const ANSWERS = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  dob: '1988-03-09',
  email: 'ada@people.example',
  phone: '+44 20 7946 0142',
  address: '14 Larkfield Road\nBristol\nBS99 1AA',
  docType: 'passport' as DocType,
  userType: 'buy_retire',
  confirmed: true,
}

export async function acceptRiskDisclosure(person: TestUser): Promise<void> {
  const answer = await person.call('POST', '/api/certifications/accept', {
    certification_type: 'risk_disclosure',
    certification_name: 'main_risk_disclosure',
  })
  if (answer.statusCode !== 200) throw new Error(`The risk disclosure was refused: ${answer.body}`)
}

/** Does everything before the submission: risk disclosure accepted, documents stored. */
export async function prepare(person: TestUser, docType: DocType = 'passport'): Promise<void> {
  await acceptRiskDisclosure(person)
  for (const slot of requiredSlots(docType)) await uploadPicture(person, slot)
}

/** Returns a person with a submitted verification. */
export async function submitted(
  person: TestUser,
  answers: Partial<typeof ANSWERS> & { placeOfBirth?: string } = {},
): Promise<TestUser> {
  await prepare(person, answers.docType)
  const answer = await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, ...answers })
  if (answer.statusCode !== 200) throw new Error(`The submission was refused: ${answer.body}`)
  return person
}

export const BUSINESS = {
  legalName: 'Fern Hill Limited',
  registeredAddress: '1 Fern Lane\nBristol\nBS99 1AA',
  companyNumber: '1234567',
  taxNumber: 'GB 980 7806 84',
  email: 'office@fern.example',
  registryName: 'Verra',
  registryAccount: '1042',
  bankName: 'Fern Bank',
  bankAccountNumber: '12345678',
  bankSortCode: '12-34-56',
  settlementContactName: 'Cay Fern',
  settlementContactPhone: '+44 20 7946 0142',
  beneficialOwners: [
    {
      fullName: 'Ada Fern',
      birthDate: '1971-3-',
      nationality: 'GB',
      residenceCountry: 'GB',
      ownershipPercent: '37.5',
    },
    {
      fullName: 'Ben Hill',
      birthDate: '1968-07-20',
      nationality: 'FR',
      residenceCountry: 'BE',
      ownershipPercent: 62.5,
    },
  ] as object[],
  primaryRepresentative: {
    name: 'Cay Fern',
    birthDate: '1980-12',
    title: 'Director',
    email: 'cay@fern.example',
  } as object,
  userType: 'corporate',
  declarations: { accurate: true, authorised: true } as object,
}

/** Submits someone's company; `answers` replace those of the form. */
export async function submittedBusiness(person: TestUser, answers: object = {}): Promise<TestUser> {
  await acceptRiskDisclosure(person)
  const answer = await person.call('POST', '/api/onboarding/business', { ...BUSINESS, ...answers })
  if (answer.statusCode !== 200) throw new Error(`The submission was refused: ${answer.body}`)
  return person
}
