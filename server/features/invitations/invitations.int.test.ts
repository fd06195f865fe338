import { beforeAll, describe, expect, test } from 'vitest'
import type { BetaInvite } from '#contract/invitations/invitations.ts'
import { trackMail } from '#server/model/invitations/invitations.ts'
import { confirmEmail } from '#server/model/people/identity-events.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { account, signInByForm } from '#server/testing/browser.ts'
import { deliver, invitationMail } from '#server/testing/invitations.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { sendInvitation } from './send-invitation.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  await turnTo(app.clock.now)
})

/** Sessions expire when the clock is turned. */
async function turnTo(at: Date) {
  app.clock.now = at
  admin = await app.signIn({ role: 'admin', name: 'Owen Hughes' })
}

let count = 0
const address = () => `guest-${++count}@people.example`
const DAY_MS = 86_400_000

const send = (body: object) => admin.call('POST', '/api/admin/beta-invitation', body)
const resend = (id: number) => admin.call('POST', `/api/admin/resend-beta-invitation/${id}`, {})
const list = async (
  query: string,
): Promise<{ count: number; data: BetaInvite[]; nextCursor: string | null }> =>
  (await admin.call('GET', `/api/admin/beta-invites?${query}`)).json()
const invite = async (email: string): Promise<BetaInvite> => {
  const [found] = (await list(new URLSearchParams({ email }).toString())).data
  if (!found) throw new Error(`${email} was not invited`)
  return found
}
const mailsTo = async (email: string) =>
  (await app.database.pool.query('select 1 from mails where to_address = $1', [email])).rowCount
const events = async (id: number) =>
  (
    await app.database.pool.query<{ type: string }>(
      'select type from events where subject = $1 order by id',
      [`invitation:${id}`],
    )
  ).rows.map(({ type }) => type)
const names = (list: BetaInvite['metadata']['email_events']) => list.map(({ event }) => event)

describe('sending', () => {
  test('writes one invitation, its email and its event, and reports who was already invited', async () => {
    const email = address()
    const first = await send({ email, name: 'Ana Mendes' })
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({ success: true, alreadyInvited: false, invite: { email } })
    const again = await send({ email: email.toUpperCase() })
    expect(again.json()).toMatchObject({ success: true, alreadyInvited: true, invite: first.json().invite })
    expect(await mailsTo(email)).toBe(1)
    const found = await invite(email)
    expect(found).toMatchObject({
      name: 'Ana Mendes',
      invited_by: 'Owen Hughes',
      invitation_status: 'pending',
      user_id: null,
      may_resend: true,
      recent_logins: [],
    })
    expect(Date.parse(found.expires_at) - Date.parse(found.invited_at)).toBe(14 * DAY_MS)
    expect(await events(found.id)).toEqual(['invitation.sent'])
  })

  test('R49 A15 twenty times at once to one address is one invitation and one email', async () => {
    const email = address()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ email })))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(new Set(answers.map((answer) => answer.json().invite.id)).size).toBe(1)
    expect(answers.filter((answer) => !answer.json().alreadyInvited)).toHaveLength(1)
    expect(await mailsTo(email)).toBe(1)
  })

  test('R14 invites as the person who is signed in, whatever the call says', async () => {
    for (const invitedBy of [admin.id, admin.email, 'Owen Hughes', admin.auth0Id, ''])
      expect((await send({ email: address(), invitedBy })).statusCode).toBe(200)
    const email = address()
    expect((await send({ email, invitedBy: 'somebody@verdaccord.example' })).statusCode).toBe(403)
    expect(await mailsTo(email)).toBe(0)
  })

  test('names bad addresses and names at their field', async () => {
    const answer = await send({ email: 'nobody', name: 'x'.repeat(201) })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual(['email', 'name'])
    expect((await send({ email: '' })).json().fields.email).toBe('Enter an email address')
    // A missing name is stored as none, however it is left out.
    for (const name of [undefined, null, '', '  '])
      expect((await send({ email: address(), name })).statusCode).toBe(200)
  })

  test('R5 stores only hashes of the links in an email', async () => {
    const email = address()
    await send({ email })
    const { link, open, unsubscribe } = await invitationMail(app, email)
    const { rows } = await app.database.pool.query(
      'select i::text || m::text as row from invitations i join invitation_mails m on m.invitation_id = i.id',
    )
    for (const token of [link, open, unsubscribe]) {
      expect(token).toHaveLength(43)
      expect(rows.some(({ row }) => row.includes(token))).toBe(false)
    }
    expect(new Set([link, open, unsubscribe]).size).toBe(3)
  })
})

describe('a file of addresses', () => {
  test('gets a result for each line, and sends to no one twice if uploaded again', async () => {
    const [first, second, third, fourth, known] = [address(), address(), address(), address(), address()]
    await send({ email: known })
    const csv = `\ufeffEmail,Name\r\n${first},"Mendes, Ana"\r\n\r\nnot an address\r\n${known}\r\n${second};Bo\r\n${first.toUpperCase()}\r\n${third},Ana "Ani" Mendes\r\n${fourth}; "Mendes, Bo"\r\n`
    const answer = await admin.call('POST', '/api/admin/beta-invitations/csv', { csv })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().sent).toBe(4)
    expect(
      answer.json().lines.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome]),
    ).toEqual([
      [2, 'sent'],
      [4, 'invalid'],
      [5, 'already_invited'],
      [6, 'sent'],
      [7, 'repeated'],
      [8, 'sent'],
      [9, 'sent'],
    ])
    expect((await invite(third)).name).toBe('Ana "Ani" Mendes')
    expect((await invite(fourth)).name).toBe('Mendes, Bo')
    // As a browser reads a file that a spreadsheet has saved in another encoding.
    const lost = Buffer.from(`${address()},Zo\xeb Smith\n`, 'latin1').toString('utf8')
    const garbled = await admin.call('POST', '/api/admin/beta-invitations/csv', { csv: lost })
    expect(garbled.json()).toMatchObject({ sent: 0, lines: [{ line: 1, outcome: 'invalid' }] })
    expect(garbled.json().lines[0].message).toContain('CSV UTF-8')
    expect((await invite(first)).name).toBe('Mendes, Ana')
    const again = await admin.call('POST', '/api/admin/beta-invitations/csv', { csv })
    expect(again.json().sent).toBe(0)
    expect(await mailsTo(first)).toBe(1)
  })

  test.each([
    ['nothing', '', 'There is no email address in this file.'],
    ['headings alone', 'email,name\n', 'There is no email address in this file.'],
    ['an open quote', '"ana@people.example\n', 'This is not a CSV file that can be read.'],
    ['501 addresses', 'a@b.example\n'.repeat(501), 'This file has 501 addresses. Split it'],
  ])('with %s is refused completely', async (_name, csv, message) => {
    const answer = await admin.call('POST', '/api/admin/beta-invitations/csv', { csv })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.csv).toContain(message)
  })
})

describe('the tracking of the email', () => {
  test('R53 shows delivered, opened and clicked in that order, and records each change once', async () => {
    const email = address()
    await send({ email })
    const { mailId, link, open } = await invitationMail(app, email)
    await deliver(app, mailId)
    expect((await invite(email)).invitation_status).toBe('delivered')
    // A request for the headers alone has not opened anything (security R26).
    await app.server.inject({ method: 'HEAD', url: `/api/mail/opened/${open}` })
    expect((await invite(email)).invitation_status).toBe('delivered')
    const picture = await app.call('GET', `/api/mail/opened/${open}`)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/gif',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    })
    expect((await invite(email)).invitation_status).toBe('opened')
    const followed = await app.call('GET', `/api/invitations/${link}/open`)
    expect(followed.statusCode).toBe(302)
    expect(followed.headers.location).toBe(`/invitation?token=${link}`)
    await app.call('GET', `/api/mail/opened/${open}`)
    const found = await invite(email)
    expect(found.invitation_status).toBe('clicked')
    expect(names(found.metadata.email_events)).toEqual(['delivered', 'opened', 'clicked'])
    expect(await events(found.id)).toEqual(['invitation.sent', ...Array(3).fill('invitation.tracked')])
  })

  test('R12 only redirects to our own page, whatever the link contains', async () => {
    const token = 'A'.repeat(43)
    const unknown = await app.call('GET', `/api/invitations/${token}/open?to=https://evil.example&url=//evil`)
    expect(unknown.headers.location).toBe(`/invitation?token=${token}`)
    for (const odd of ['%2F%2Fevil.example', 'a%0d%0aSet-Cookie:x=1', `${token}x`])
      expect((await app.call('GET', `/api/invitations/${odd}/open`)).headers.location).toBe('/invitation')
  })

  test('R53 R52 reaches the same state if events arrive out of order, twice or at once', async () => {
    const email = address()
    await send({ email })
    const { mailId } = await invitationMail(app, email)
    const at = (minute: number) => new Date(app.clock.now.getTime() + minute * 60_000)
    const told = (['clicked', 'delivered', 'opened', 'sent'] as const).flatMap((event, minute) => [
      { mailId, event, key: `told:${mailId}:${event}`, at: at(10 - minute) },
      { mailId, event, key: `told:${mailId}:${event}`, at: at(10 - minute) },
    ])
    await Promise.all(
      told.map((event) => app.database.transaction((tx) => trackMail(tx, event, app.clock.now))),
    )
    const found = await invite(email)
    expect(found.invitation_status).toBe('clicked')
    expect(names(found.metadata.email_events)).toEqual(['sent', 'opened', 'delivered', 'clicked'])
  })

  test('shows a permanent refusal as failed, with the reason', async () => {
    const email = address()
    await send({ email })
    const { mailId } = await invitationMail(app, email)
    await app.database.transaction((tx) =>
      trackMail(
        tx,
        { mailId, event: 'failed', key: `told:${mailId}`, description: '550 no such box', at: app.clock.now },
        app.clock.now,
      ),
    )
    const found = await invite(email)
    expect(found).toMatchObject({ invitation_status: 'failed', may_resend: true })
    expect(found.metadata.email_events[0]?.details.description).toBe('550 no such box')
  })
})

test('leaves out the picture if it is off, with a direct link, and nothing is noted', async () => {
  const [watched, email] = [address(), address()]
  await send({ email: watched })
  app.config.mailTracking = false
  await send({ email })
  const { mailId, link, open } = await invitationMail(app, email)
  expect(open).toBeUndefined()
  const rows = await mailRows(app.database, 'select html from mails where id = $1', mailId)
  expect(rows[0].html).toContain(`http://localhost:3000/invitation?token=${link}`)
  await deliver(app, mailId)
  expect((await invite(email)).invitation_status).toBe('delivered')
  // Opening an email from before that isn't noted either.
  const before = await invitationMail(app, watched)
  await app.call('GET', `/api/mail/opened/${before.open}`)
  expect((await app.call('GET', `/api/invitations/${before.link}/open`)).statusCode).toBe(302)
  expect((await invite(watched)).metadata.email_events).toEqual([])
  app.config.mailTracking = true
})

describe('sending again', () => {
  test('R53 starts the tracking again, keeps the earlier history, and both links work', async () => {
    const email = address()
    await send({ email })
    const { id } = await invite(email)
    const first = await invitationMail(app, email)
    await deliver(app, first.mailId)
    await app.call('GET', `/api/invitations/${first.link}/open`)
    await turnTo(new Date(app.clock.now.getTime() + DAY_MS))
    expect((await resend(id)).json()).toMatchObject({ success: true, invite: { email } })
    const second = await invitationMail(app, email)
    expect(second.link).not.toBe(first.link)
    const found = await invite(email)
    expect(found.invitation_status).toBe('pending')
    expect(names(found.metadata.email_events)).toEqual([])
    expect(names(found.metadata.previous_events)).toEqual(['delivered', 'clicked'])
    expect(found.metadata).toMatchObject({
      resent_by: 'Owen Hughes',
      resent_at: app.clock.now.toISOString(),
    })
    expect(Date.parse(found.expires_at) - app.clock.now.getTime()).toBe(14 * DAY_MS)
    // What is reported about the earlier email is stored with the earlier ones.
    await app.call('GET', `/api/mail/opened/${first.open}`)
    expect((await invite(email)).invitation_status).toBe('pending')
    for (const { link } of [first, second])
      expect((await app.call('GET', `/api/invitations/${link}`)).json()).toEqual({ state: 'open' })
    expect(await events(id)).toContain('invitation.resent')
  })

  test('R49 ten times at once sends one email', async () => {
    const email = address()
    await send({ email })
    const { id } = await invite(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(await mailsTo(email)).toBe(2)
  })

  test('returns 404 for an unknown invitation', async () => {
    expect((await resend(987_654_321)).statusCode).toBe(404)
  })
})

describe('unsubscribing', () => {
  test('takes one click in the mail program, without cookies or proof of origin (RFC 8058)', async () => {
    const email = address()
    await send({ email })
    const { id } = await invite(email)
    const { listUnsubscribe, unsubscribe } = await invitationMail(app, email)
    const { pathname, origin } = new URL(listUnsubscribe)
    expect(origin).toBe('http://localhost:3000')
    const looked = await app.server.inject({ url: pathname })
    expect(looked.headers.location).toBe(`/unsubscribe?token=${unsubscribe}`)
    const cutOff = await app.server.inject({ url: pathname.slice(0, -1) })
    expect(cutOff.headers.location).toBe('/unsubscribe')
    expect((await invite(email)).invitation_status).toBe('pending')
    const clicks = [
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      },
      {
        headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' },
        payload:
          '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      },
      {},
    ]
    for (const click of clicks) {
      const answer = await app.server.inject({ method: 'POST', url: pathname, ...click })
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    }
    const found = await invite(email)
    expect(found).toMatchObject({ invitation_status: 'unsubscribed', may_resend: false })
    expect(names(found.metadata.email_events)).toEqual(['unsubscribed'])
    const refused = await resend(id)
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'INVALID_STATE'])
    expect(await mailsTo(email)).toBe(1)
  })

  test('also works from an earlier email', async () => {
    const email = address()
    await send({ email })
    const { id } = await invite(email)
    const { listUnsubscribe } = await invitationMail(app, email)
    await resend(id)
    await app.server.inject({ method: 'POST', url: new URL(listUnsubscribe).pathname })
    expect((await invite(email)).invitation_status).toBe('unsubscribed')
  })

  test('is remembered after the emails are deleted with their reader’s account', async () => {
    const email = address()
    await send({ email })
    const { id } = await invite(email)
    const { mailId, listUnsubscribe } = await invitationMail(app, email)
    await app.server.inject({ method: 'POST', url: new URL(listUnsubscribe).pathname })
    await app.database.pool.query('delete from invitation_mails where mail_id = $1', [mailId])
    expect(await invite(email)).toMatchObject({ invitation_status: 'unsubscribed', may_resend: false })
    expect((await resend(id)).statusCode).toBe(409)
  })

  test('A21 R56 gives the same answers for an unknown link', async () => {
    const token = 'B'.repeat(43)
    const answer = await app.server.inject({ method: 'POST', url: `/api/mail/unsubscribe/${token}` })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect((await app.call('GET', `/api/mail/opened/${token}`)).headers['content-type']).toBe('image/gif')
    expect((await app.call('GET', `/api/invitations/${token}`)).json()).toEqual({ state: 'unknown' })
    expect((await app.call('GET', '/api/invitations/short')).json()).toEqual({ state: 'unknown' })
  })
})

describe('accepting', () => {
  // The provider's library uses the real time.
  const realTime = () => turnTo(new Date())
  const since = (days: number) => turnTo(new Date(Date.now() - days * DAY_MS))

  test('happens once by signing up with the link; the last three sign-ins are shown', async () => {
    await realTime()
    const email = address()
    await send({ email: email.toUpperCase() })
    const { link } = await invitationMail(app, email)
    await account(app, email)
    for (let time = 0; time < 4; time++)
      await signInByForm(app, email, { query: `?returnTo=%2Fonboarding&invitation=${link}` })
    const found = await invite(email)
    expect(found).toMatchObject({ invitation_status: 'accepted', may_resend: false })
    expect(found.recent_logins).toHaveLength(3)
    expect((await events(found.id)).filter((type) => type === 'invitation.accepted')).toHaveLength(1)
    const { data } = await list(`userId=${found.user_id}`)
    expect(data.map(({ id }) => id)).toEqual([found.id])
    expect((await app.call('GET', `/api/invitations/${link}`)).json()).toEqual({ state: 'accepted' })
    expect((await resend(found.id)).statusCode).toBe(409)
  })

  test('happens by confirming the address, for someone who signs up with an unconfirmed one', async () => {
    await realTime()
    const email = address()
    await send({ email })
    const { link } = await invitationMail(app, email)
    const sub = await account(app, email, false)
    await signInByForm(app, email, { query: `?invitation=${link}` })
    expect((await invite(email)).invitation_status).toBe('pending')
    await app.database.transaction((tx) =>
      confirmEmail(tx, { issuer: app.services.identity.issuer, sub, email, at: app.clock.now }),
    )
    expect((await invite(email)).invitation_status).toBe('accepted')
  })

  test('does not happen for someone else by a link that was passed on', async () => {
    await realTime()
    const email = address()
    await send({ email })
    const { link } = await invitationMail(app, email)
    const other = address()
    await send({ email: other })
    await account(app, other)
    await signInByForm(app, other, { query: `?invitation=${link}` })
    expect(await invite(email)).toMatchObject({ invitation_status: 'pending', user_id: null })
    // Their own invitation is accepted because they signed up, not by one of its links.
    const { rows } = await app.database.pool.query(
      "select after from events where type = 'invitation.accepted' and subject = $1",
      [`invitation:${(await invite(other)).id}`],
    )
    expect(rows).toEqual([{ after: { byLink: false } }])
  })

  test('happens only by the link for an existing account, which is linked either way', async () => {
    await since(1)
    const email = address()
    await account(app, email)
    await realTime()
    await signInByForm(app, email)
    await turnTo(new Date(Date.now() + 1000))
    const refused = await send({ email })
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ fields: { email: expect.stringContaining('has an account already') } }),
    ])
    // A former release invited them all the same, and so does someone who may not find people.
    const act = { actor: { kind: 'system' }, origin: undefined } as const
    await sendInvitation(app.services, act, { email, name: null }, { mayFindPeople: false })
    const { link } = await invitationMail(app, email)
    expect((await invite(email)).user_id).not.toBeNull()
    await signInByForm(app, email)
    expect((await invite(email)).invitation_status).toBe('pending')
    await signInByForm(app, email, { query: `?invitation=${link}` })
    expect((await invite(email)).invitation_status).toBe('accepted')
  })

  test('ends after 14 days, until the invitation is sent again', async () => {
    await since(14)
    const email = address()
    await send({ email })
    const { link } = await invitationMail(app, email)
    await realTime()
    expect(await invite(email)).toMatchObject({ invitation_status: 'expired', may_resend: true })
    expect((await app.call('GET', `/api/invitations/${link}`)).json()).toEqual({ state: 'expired' })
    await account(app, email)
    await signInByForm(app, email, { query: `?invitation=${link}` })
    const found = await invite(email)
    expect(found.invitation_status).toBe('expired')
    expect(found.user_id).not.toBeNull()
    await resend(found.id)
    await signInByForm(app, email, { query: `?invitation=${link}` })
    expect((await invite(email)).invitation_status).toBe('accepted')
  })
})

describe('the table', () => {
  test('is sorted and paged by each column, and searched by part of an address', async () => {
    const mark = 'table_row'
    await turnTo(new Date())
    for (const letter of ['c', 'a', 'b']) {
      app.clock.now = new Date(app.clock.now.getTime() + 1000)
      await send({ email: `${letter}-${mark}@people.example` })
    }
    const part = mark.toUpperCase()
    const letters = async (query: string) => {
      const found: string[] = []
      let cursor: string | null = ''
      do {
        const page = await list(`email=${part}&limit=1&${query}${cursor ? `&cursor=${cursor}` : ''}`)
        expect(page.count).toBe(3)
        found.push(...page.data.map(({ email }) => email.charAt(0)))
        cursor = page.nextCursor
      } while (cursor)
      return found.join('')
    }
    expect(await letters('')).toBe('bac')
    expect(await letters('sort=invited_at&order=asc')).toBe('cab')
    expect(await letters('sort=email')).toBe('abc')
    expect(await letters('sort=email&order=desc')).toBe('cba')
    const { mailId } = await invitationMail(app, `a-${part}@people.example`)
    await deliver(app, mailId)
    expect(await letters('sort=status')).toBe('acb')
    // Wildcards in the search are plain text (security R30).
    expect((await list(`email=${encodeURIComponent('tab%row')}`)).count).toBe(0)
    expect((await admin.call('GET', '/api/admin/beta-invites?cursor=nonsense')).statusCode).toBe(400)
  })
})
