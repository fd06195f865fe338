import { statement } from '#server/platform/database/statement.ts'

export const lockScreeningSettings = statement({
  text: 'lock table screening_settings in exclusive mode',
})

export const selectInvoicesOfPerson = statement({
  text: `select coalesce(i.number, i.id::text) as number, i.status, i.amount_due as due, i.amount_paid as paid, i.currency
     from invoices i join client_users u on u.client_id = i.client_id
     where u.user_id = $1 and i.status <> 'draft' order by i.dated_at, i.id`,
  takes: ['int8'],
  gives: { number: 'text', status: 'text', due: 'int8', paid: 'int8', currency: 'text' },
})

export const endLostTrials = statement({
  text: `update screening_trials set ended_at = $1, failure = 'It was cut off.' where ended_at is null and asked_at < $2`,
  takes: ['timestamptz', 'timestamptz'],
})
