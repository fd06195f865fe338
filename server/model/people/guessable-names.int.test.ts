import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { submittedBusiness } from '#server/testing/journeys.ts'
import { guessableNames } from './guessable-names.ts'

test('what an account’s person and their company have told us is known, of no one else', async () => {
  const app = await testApp()
  const person = await submittedBusiness(await app.signIn({ name: 'Dana Frost' }))
  await person.call('PUT', '/api/user/update-profile', { company: 'Northfen' })
  const { db } = app.database
  expect(await guessableNames(db, person.email.toUpperCase())).toEqual([
    'Northfen',
    'Fern Hill Limited',
    'Dana Frost',
  ])
  expect(await guessableNames(db, 'no-one@people.example')).toEqual([])
})
