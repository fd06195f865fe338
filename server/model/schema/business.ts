import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, rowId, sealedJson, sealedText, wholeNumber } from '#server/platform/database/columns.ts'
import { cases, type Details } from './cases.ts'
import { users } from './users.ts'

/** The answers of a company as last submitted; `business_profile` of the specification. */
export const businessProfiles = pgTable(
  'business_profiles',
  {
    id: rowId(),
    userId: wholeNumber('user_id')
      .notNull()
      .unique()
      .references(() => users.id),
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id),
    legalName: text('legal_name').notNull(),
    registeredAddress: text('registered_address').notNull(),
    registrationCountry: text('registration_country').notNull(),
    /** In the one form of its register, so that the same company is found again. */
    companyNumber: text('company_number').notNull(),
    taxNumber: sealedText('tax_number'),
    email: text(),
    registryName: text('registry_name'),
    registryAccount: text('registry_account'),
    bankName: text('bank_name'),
    bankCountry: text('bank_country').notNull(),
    bankAccountNumber: sealedText('bank_account_number'),
    bankSortCode: sealedText('bank_sort_code'),
    settlementContactName: text('settlement_contact_name'),
    settlementContactEmail: text('settlement_contact_email'),
    settlementContactPhone: text('settlement_contact_phone'),
    noUboReason: text('no_ubo_reason'),
    userType: text('user_type').notNull(),
    /** What else was answered, by the names of the form's fields; null where nothing was. */
    details: sealedJson<Details>('details'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('business_profiles_company').on(t.registrationCountry, t.companyNumber),
    index('business_profiles_case').on(t.caseId),
  ],
)
export type BusinessProfileRow = typeof businessProfiles.$inferSelect

/** Who owns, manages or represents a company. A person's id stays theirs from round to round, and decisions with it. */
export const businessPeople = pgTable(
  'business_people',
  {
    profileId: wholeNumber('profile_id')
      .notNull()
      .references(() => businessProfiles.id, { onDelete: 'cascade' }),
    /** `owner`, `senior_manager` or `representative`. */
    role: text().notNull(),
    /** Unique within the company and role; `primary` and `secondary` of the representatives. */
    personId: text('person_id').notNull(),
    /** Where the person stands in the form. */
    position: integer().notNull(),
    fullName: text('full_name').notNull(),
    /** Month and year at least, as `1971-03` or `1971-03-09`; null of those who were handed in before it was asked for. */
    birthDate: sealedText('birth_date'),
    nationality: text(),
    residenceCountry: text('residence_country'),
    /** In whole hundredths of a percent, so that nothing is lost to fractions. */
    ownershipHundredths: integer('ownership_hundredths'),
    title: text(),
    powers: text(),
    email: text(),
    /** What else was answered, by the names of the form's fields; null where nothing was. */
    details: sealedJson<Details>('details'),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.role, t.personId] }),
    check(
      'business_people_ownership',
      sql`(${t.role} = 'owner') = (${t.ownershipHundredths} is not null) and ${t.ownershipHundredths} between 2500 and 10000`,
    ),
  ],
)
export type BusinessPersonRow = typeof businessPeople.$inferSelect
