import type { BusinessAnswers } from '#contract/onboarding/business.ts'

/** The company of the demo people: made up, with numbers that belong to no one. */
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
