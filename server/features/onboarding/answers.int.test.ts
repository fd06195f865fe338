import { beforeAll, describe, expect, test } from 'vitest'
import {
  CONSUMER_FIELD_NAMES,
  CONSUMER_PARTS,
  type ConsumerFieldName,
  consumerField,
  fieldsOfPart,
  isConsumerPart,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import { dayText } from '#domain/date-text.ts'
import { HELD_DATA } from '#server/features/privacy/exports/held-data.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, prepare, submitted } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { openCase } from '#server/testing/reviews.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let ready: TestUser
beforeAll(async () => {
  app = await testApp()
  ready = await app.signIn()
  await prepare(ready)
})

const submit = (person: TestUser, answers: object) => person.call('POST', '/api/onboarding/kyc', answers)
const mailsTo = async (person: TestUser) =>
  await mailRows(app.database, 'select html, text, subject from mails where to_address = $1', person.email)

describe('names', () => {
  test.each([
    ["O'Brien-Müller", 'Ñandú'],
    ['Zoë', 'Łukasiewicz'],
    ['محمد', 'בן־דוד'],
    ['李', '小龍'],
    ['\u0645\u06cc\u200c\u062e', 'Nguyễn'],
    ['<b>Ann</b>', '& Sons "Ltd"'],
  ])('R31 %s %s reaches the reviewer byte for byte', async (firstName, lastName) => {
    const person = await submitted(await app.signIn({ name: firstName }), { firstName, lastName })
    const admin = await app.signIn({ role: 'admin' })
    const { kyc_profile } = (await admin.call('GET', `/api/admin/users/${person.id}`)).json().data
    expect(kyc_profile).toMatchObject({
      first_name: firstName.normalize('NFC'),
      last_name: lastName.normalize('NFC'),
    })
    const { items } = await openCase(admin, person.id)
    expect(JSON.stringify(items)).toContain(
      JSON.stringify(`${firstName} ${lastName}`.normalize('NFC')).slice(1, -1),
    )
    const [mail] = await mailsTo(person)
    // A name with markup is left out of the greeting.
    if (!firstName.includes('<')) expect(mail.text).toContain(firstName.normalize('NFC'))
    expect(mail.html).not.toContain('<b>Ann')
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  test('R31 decomposed letters are stored composed', async () => {
    const person = await submitted(await app.signIn(), { lastName: 'Mu\u0308ller' })
    const { profile } = (await person.call('GET', `/api/onboarding/kyc-profile-by-user/${person.id}`)).json()
    expect(profile.last_name).toBe('M\u00fcller')
  })

  test.each([
    ['a direction override', 'Ada\u202eecalevoL', 'Ada ecalevoL'],
    ['a line break', 'Ada\r\nBcc: x@evil.example', 'Ada Bcc: x@evil.example'],
  ])('R31 loses %s', async (_name, firstName, kept) => {
    const person = await submitted(await app.signIn(), { firstName })
    const { profile } = (await person.call('GET', `/api/onboarding/kyc-profile-by-user/${person.id}`)).json()
    expect(profile.first_name).toBe(kept)
  })
})

describe('R29 invalid answers', () => {
  test.each([
    ['in the future', { dob: '2027-01-01' }, 'dob'],
    ['of today', { dob: '2026-03-10' }, 'dob'],
    ['a day short of 18', { dob: '2008-03-11' }, 'dob'],
    ['on 31 February', { dob: '1990-02-31' }, 'dob'],
    ['on 29 February of no leap year', { dob: '1990-02-29' }, 'dob'],
    ['in another order', { dob: '31/12/1990' }, 'dob'],
    ['of the year 1', { dob: '0001-01-01' }, 'dob'],
    ['with a phone number that cannot be', { phone: '+44 1' }, 'phone'],
    ['with an address of 1001 characters', { address: 'x'.repeat(1001) }, 'address'],
    ['with a name of 201 characters', { firstName: 'x'.repeat(201) }, 'firstName'],
    ['with a name of spaces', { lastName: ' \t ' }, 'lastName'],
    ['with an email that is none', { email: 'ada@' }, 'email'],
    ['with an email of two lines', { email: 'ada@people.example\nBcc: x@evil.example' }, 'email'],
    ['with an unknown document', { docType: 'library' }, 'docType'],
    ['without the back of a licence', { docType: 'drivingLicence' }, 'id-back'],
    ['without the back of a permit', { docType: 'residencePermit' }, 'id-back'],
    ['unconfirmed', { confirmed: false }, 'confirmed'],
    ['with a flag of another user type', { userType: 'sell', is_trader: true }, 'userType'],
    ['without a flag of its user type', { userType: 'sell', is_developer: false }, 'userType'],
  ])('R29 a submission %s names the field and changes nothing', async (_name, wrong, field) => {
    const before = await rowsOf(app.database, ready.id)
    const answer = await submit(ready, { ...ANSWERS, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('VALIDATION_ERROR')
    expect(Object.keys(answer.json().fields)).toEqual([field])
    expect(await rowsOf(app.database, ready.id)).toEqual(before)
  })

  test('R29 turning 18 today is old enough', async () => {
    expect((await submit(await prepared(), { ...ANSWERS, dob: '2008-03-10' })).statusCode).toBe(200)
  })

  test('R28 a missing choice is asked for in a plain sentence', async () => {
    const { docType: _, userType: __, ...typed } = ANSWERS
    const answer = await submit(ready, typed)
    expect(answer.json().fields).toEqual({
      docType: 'Choose a document type',
      userType: 'Choose a user type',
    })
  })

  test('R29 R28 every missing part is named at once', async () => {
    const answer = await submit(await app.signIn(), { ...ANSWERS, dob: '2027-01-01', confirmed: false })
    expect(Object.keys(answer.json().fields).sort()).toEqual([
      'confirmed',
      'dob',
      'id-front',
      'proof-of-address',
      'riskDisclosureAccepted',
      'selfie',
    ])
  })
})

describe('every field of the form', () => {
  /** A unique answer to each, so that it can be found again. */
  const given = Object.fromEntries(
    CONSUMER_FIELD_NAMES.map((name) => [
      name,
      (ANSWERS as Partial<Record<string, unknown>>)[name] ?? `My ${name}`,
    ]),
  ) as Record<ConsumerFieldName, string>
  let person: TestUser
  let admin: TestUser
  beforeAll(async () => {
    person = await prepared()
    admin = await app.signIn({ role: 'admin' })
    await person.call('PUT', '/api/onboarding/consumer/draft', { draft: given, revision: 0 })
  })

  test('is stored in the draft, submitted, read back and exported', async () => {
    const kept = await person.call('GET', '/api/onboarding/consumer/draft')
    expect(kept.json().draft).toEqual(given)

    const answer = await submit(person, { ...ANSWERS, ...given })
    expect(answer.statusCode).toBe(200)
    const { data } = (await admin.call('GET', `/api/admin/users/${person.id}`)).json()
    const details = HELD_DATA.find(({ name }) => name === 'identity_details')
    const { rows } = await app.database.pool.query(details?.query ?? '', [person.id])
    const exported = details?.open?.(rows[0], { db: app.database.db, userId: person.id })
    const named = Object.fromEntries(
      CONSUMER_FIELD_NAMES.map((name) => [consumerField(name).wire, given[name]]),
    )
    expect(answer.json().profile).toMatchObject(named)
    expect(data.kyc_profile).toMatchObject(named)
    expect(exported).toMatchObject(named)
  })

  test('that is reviewed is compared under its item', async () => {
    const { items } = await openCase(admin, person.id)
    for (const part of Object.keys(CONSUMER_PARTS).filter(isConsumerPart))
      for (const name of fieldsOfPart(part)) {
        const answer = given[name] ?? ''
        const read = consumerField(name).input === 'birthday' ? dayText(answer, 'us') : answer
        expect(items.find(({ item }) => item === part)?.after).toContain(read)
      }
  })

  test.each([
    ['left out', {}, null],
    ['blank', { placeOfBirth: '  ' }, null],
    ['spelled the other way', { place_of_birth: ' São  Paulo ' }, 'São Paulo'],
  ])('a place of birth may be %s', async (_name, place, kept) => {
    const { profile } = (await submit(await prepared(), { ...ANSWERS, ...place })).json()
    expect(profile.place_of_birth).toBe(kept)
  })

  test('R28 is asked for if it is required, and only then', async () => {
    const { docType, userType, confirmed } = ANSWERS
    const answer = await submit(ready, { docType, userType, confirmed })
    expect(Object.keys(answer.json().fields)).toEqual(
      CONSUMER_FIELD_NAMES.filter((name) => !isOptionalField(name)),
    )
  })
})

async function prepared(): Promise<TestUser> {
  const person = await app.signIn()
  await prepare(person)
  return person
}

describe('both spellings of the fields', () => {
  test('R28 have the same effect', async () => {
    const { firstName, lastName, dob, phone, address, docType, userType, ...rest } = ANSWERS
    const person = await prepared()
    const snake = {
      ...rest,
      first_name: firstName,
      last_name: lastName,
      date_of_birth: dob,
      phone_number: phone,
      residential_address: address,
      doc_type: docType,
      user_type: userType,
    }
    const [first, again] = [await submit(person, snake), await submit(person, ANSWERS)]
    expect(first.statusCode).toBe(200)
    expect(again.json().profile.id).toBe(first.json().profile.id)
  })

  test('R33 are refused if they contradict each other', async () => {
    const answer = await submit(ready, { ...ANSWERS, first_name: 'Eve' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toHaveProperty('firstName')
  })
})

describe('R50 a submission', () => {
  test.each(['kyc_profiles', 'case_submissions', 'mails', 'events', 'cases'])(
    'R50 that fails at %s leaves nothing half done, and works afterwards',
    async (table) => {
      const person = await prepared()
      const before = [
        await rowsOf(app.database, person.id),
        await eventsOf(app.database, person.id, 'case.submitted', 'mail.queued'),
      ]
      const when =
        table === 'cases'
          ? "new.state <> 'draft'"
          : table === 'events'
            ? "new.type = 'case.submitted'"
            : 'true'
      await app.database.pool.query(
        `create function fault() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$;
       create trigger fault before insert or update on ${table} for each row when (${when}) execute function fault()`,
      )
      const answer = await submit(person, ANSWERS)
      await app.database.pool.query(`drop trigger fault on ${table}; drop function fault()`)
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        error: 'INTERNAL',
        message: expect.any(String),
        requestId: expect.any(String),
      })
      expect([
        await rowsOf(app.database, person.id),
        await eventsOf(app.database, person.id, 'case.submitted', 'mail.queued'),
      ]).toEqual(before)
      expect((await submit(person, ANSWERS)).statusCode).toBe(200)
      expect(await mailsTo(person)).toHaveLength(1)
    },
  )
})
