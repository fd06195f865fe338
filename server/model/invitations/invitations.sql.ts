import { statement } from '#server/platform/database/statement.ts'

export const selectLastMail = statement({
  text: `select m.mail_id from invitation_mails m join invitations i on i.id = m.invitation_id
     where lower(i.email) = lower($1) order by m.id desc limit 1`,
  takes: ['text'],
  gives: { mail_id: 'int8' },
})

export const selectEventsOfInvitations = statement({
  text: `select m.invitation_id, e.event, e.description, e.at,
       m.id = (select max(n.id) from invitation_mails n where n.invitation_id = m.invitation_id) as is_current
     from invitation_mails m join mail_events e on e.mail_id = m.mail_id
     where m.invitation_id = any($1) order by e.at, e.id`,
  takes: ['int8[]'],
  gives: {
    invitation_id: 'int8',
    event: 'text',
    description: 'text?',
    at: 'timestamptz',
    is_current: 'bool',
  },
})

export const selectMailByProviderId = statement({
  text: 'select id from mails where provider_id = $1',
  takes: ['text'],
  gives: { id: 'int8' },
})

export const adoptMailEvents = statement({
  text: 'update mail_events set mail_id = $1 where provider_id = $2 and mail_id is null',
  takes: ['int8', 'text'],
})

export const lockProviderIdOfMail = statement({
  text: "select pg_advisory_xact_lock(hashtextextended('mail:' || $1, 0))",
  takes: ['text'],
  gives: { pg_advisory_xact_lock: 'void' },
})

export const selectInvitationOfMail = statement({
  text: 'select invitation_id as id from invitation_mails where mail_id = $1',
  takes: ['int8'],
  gives: { id: 'int8' },
})
