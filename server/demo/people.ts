import type { UserType } from '#contract/account/user-types.ts'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import type { RoleName } from '#contract/roles.ts'

/** The demo people of the default configuration (choices §6.1). */
export interface DemoPerson {
  email: string
  name: string
  /** Their description in the sign-in list. */
  note: string
  role?: RoleName
  /** Whether their company is submitted. */
  submitsCompany?: boolean
  /** The state of their own verification. */
  verification?: {
    userType: UserType
    stage: 'submitted' | 'approved'
    /** Answers besides the required ones. */
    beyond?: { placeOfBirth: string; slots: readonly DocumentSlot[] }
  }
  /** The investor statement they have signed. */
  statement?: InvestorAnswers
}

export const DEMO_PASSWORD = 'verdaccord-demo'

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'super@verdaccord.example',
    name: 'Priya Raman',
    note: 'super administrator',
    role: 'super_admin',
  },
  { email: 'admin@verdaccord.example', name: 'Owen Hughes', note: 'administrator', role: 'admin' },
  { email: 'reviewer@verdaccord.example', name: 'Marta Silva', note: 'reviewer', role: 'reviewer' },
  { email: 'helpdesk@verdaccord.example', name: 'Leah Osei', note: 'support agent', role: 'support' },
  { email: 'finance@verdaccord.example', name: 'Tomasz Nowak', note: 'finance officer', role: 'finance' },
  { email: 'auditor@verdaccord.example', name: 'Helen Ward', note: 'auditor', role: 'auditor' },
  {
    email: 'consumer@demo.example',
    name: 'Amara Okafor',
    note: 'approved consumer',
    verification: { userType: 'buy_retire', stage: 'approved' },
  },
  { email: 'applicant@demo.example', name: 'Rhys Llewellyn', note: 'nothing submitted yet' },
  {
    email: 'trader@demo.example',
    name: 'Sofia Marchetti',
    note: 'trader, waiting for review',
    verification: {
      userType: 'trade',
      stage: 'submitted',
      // As printed on the specimen licence.
      beyond: { placeOfBirth: 'United Kingdom', slots: ['bank-statement'] },
    },
    statement: { category: 'restricted', answers: { investedPercent: 4, willInvestPercent: 8 } },
  },
  {
    email: 'business@demo.example',
    name: 'Ingrid Solheim',
    note: 'business, waiting for review',
    submitsCompany: true,
  },
]

/** The demo people's company: made up, with numbers that belong to no one. */
export const DEMO_COMPANY: BusinessAnswers = {
  legalName: 'Fjordkraft Holdings Ltd',
  registeredAddress: '3 Harbour Row\nBristol\nBS99 2AA',
  registrationCountry: 'GB',
  companyNumber: '99999998',
  lei: '000000FJORDKRAFT0029',
  email: 'business@demo.example',
  registryName: 'Verified Carbon Standard',
  registryAccount: '1042',
  bankName: 'Specimen Bank',
  bankCountry: 'GB',
  bankAccountNumber: '00000000',
  bankSortCode: '00-00-00',
  settlementContactName: 'Ingrid Solheim',
  settlementContactPhone: '+44 20 7946 0177',
  beneficialOwners: [
    {
      fullName: 'Ingrid Solheim',
      birthDate: '1974-05-17',
      nationality: 'NO',
      residenceCountry: 'GB',
      ownershipPercent: 62.5,
    },
    {
      fullName: 'Tomas Brandt',
      birthDate: '1969-11',
      nationality: 'DE',
      residenceCountry: 'DE',
      ownershipPercent: 37.5,
    },
  ],
  primaryRepresentative: {
    name: 'Ingrid Solheim',
    birthDate: '1974-05-17',
    title: 'Managing director',
    powers: 'Director, acting alone',
    email: 'business@demo.example',
  },
  secondaryRepresentative: {
    name: 'Nia Pritchard',
    birthDate: '1981-02',
    title: 'Company secretary',
    powers: 'Authorised signatory',
    email: 'nia.pritchard@demo.example',
  },
  userType: 'corporate',
}
