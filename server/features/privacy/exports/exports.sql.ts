import { statement } from '#server/platform/database/statement.ts'

export const failLostExports = statement({
  text: "update data_exports set state = 'failed' where state = 'queued' and requested_at < $1 returning id",
  takes: ['timestamptz'],
  gives: { id: 'uuid' },
})

export const seeOneMoment = statement({
  text: 'set transaction isolation level repeatable read read only',
})
