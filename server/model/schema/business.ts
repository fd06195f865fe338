import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, rowId, sealedJson, sealedText, wholeNumber } from '#server/platform/database/columns.ts'
import { cases, type Details } from './cases.ts'
import { users } from './users.ts'

/** A company's answers as last submitted; the specification's `business_profile`. */
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
    /** In its register's canonical form, so that the same company is found again. */
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
    /** Further answers by the form's field names; null if there are none. */
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

/**
 * Who owns, manages or represents a company. A person's id stays the same from round to round, and with it the
 * decisions about them.
 */
export const businessPeople = pgTable(
  'business_people',
  {
    profileId: wholeNumber('profile_id')
      .notNull()
      .references(() => businessProfiles.id, { onDelete: 'cascade' }),
    /** `owner`, `senior_manager` or `representative`. */
    role: text().notNull(),
    /** Unique within the company and role; `primary` and `secondary` for representatives. */
    personId: text('person_id').notNull(),
    /** The person's position in the form. */
    position: integer().notNull(),
    fullName: text('full_name').notNull(),
    /** At least month and year, as `1971-03` or `1971-03-09`; null if submitted before it was asked for. */
    birthDate: sealedText('birth_date'),
    nationality: text(),
    residenceCountry: text('residence_country'),
    /** In hundredths of a percent, so that no fraction is lost. */
    ownershipHundredths: integer('ownership_hundredths'),
    title: text(),
    powers: text(),
    email: text(),
    /** Further answers by the form's field names; null if there are none. */
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
