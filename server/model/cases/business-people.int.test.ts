import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessPeople } from '#server/model/schema/business.ts'
import { testApp } from '#server/testing/app.ts'
import { submittedBusiness } from '#server/testing/journeys.ts'
import { openPerson } from './business-people.ts'
import { findBusiness, saveBusiness } from './business-profiles.ts'
import { findCase } from './cases.ts'

test('R60 an answer about someone that has no column of its own is stored encrypted, and only opens in its own row', async () => {
  const app = await testApp()
  const { db } = app.database
  const { id: userId } = await submittedBusiness(await app.signIn())
  const [company, stored] = [await findBusiness(db, userId), await findCase(db, userId, 'business')]
  if (!company || !stored) throw new Error('A company was submitted')
  const occupations = ['Shipwright', 'Glazier']
  const named = company.answers.beneficialOwners.map((owner, index) => ({
    ...owner,
    occupation: occupations[index],
  }))
  expect(named.length).toBe(occupations.length)

  const answers = { ...company.answers, beneficialOwners: named }
  const at = app.services.now()
  await app.database.transaction((tx) => saveBusiness(tx, { userId, caseId: stored.id, at }, answers))
  const rows = await db
    .select()
    .from(businessPeople)
    .where(eq(businessPeople.profileId, company.id))
    .orderBy(asc(businessPeople.position))
  for (const occupation of occupations) expect(JSON.stringify(rows)).not.toContain(occupation)
  expect(rows.map((row) => openPerson(db, row))).toMatchObject([
    ...occupations.map((occupation) => ({ role: 'owner', occupation })),
    ...rows.slice(occupations.length).map(({ fullName }) => ({ fullName })),
  ])
  expect((await findBusiness(db, userId))?.answers).toEqual(company.answers)

  const [first, second] = rows
  if (!first || !second) throw new Error('Two owners were named')
  expect(() => openPerson(db, { ...second, details: first.details })).toThrow('stands elsewhere')
})
