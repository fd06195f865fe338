import { statement } from '#server/platform/database/statement.ts'

const MOST = 5

export const selectUndeliveredMails = statement({
  text: `select id, kind, subject, to_address, created_at, coalesce(last_error, (
       select description from mail_events e where e.mail_id = mails.id and e.undeliverable limit 1)) as last_error
     from mails where user_id = $1 and (status = 'failed' or bounced_at is not null) and created_at > $2 order by id desc limit ${MOST}`,
  takes: ['int8', 'timestamptz'],
  gives: {
    id: 'int8',
    kind: 'text',
    subject: 'text',
    to_address: 'text',
    created_at: 'timestamptz',
    last_error: 'text?',
  },
})
