import { statement } from '#server/platform/database/statement.ts'

export const selectClients = statement({
  text: `select c.id, c.name, c.client_type, c.created_at, lower(c.name) as sort_key,
       (select count(*)::int from client_users u where u.client_id = c.id) as people,
       (select count(*)::int from projects p where p.client_id = c.id) as projects,
       (select count(*)::int from invoices i where i.client_id = c.id and i.status = 'open') as open_invoices
     from clients c
     where ($1::text is null or lower(c.name) like $1) and ($2::text is null or lower(c.name) > $2)
     order by lower(c.name) limit $3`,
  takes: ['text?', 'text?', 'int8'],
  gives: {
    id: 'int8',
    name: 'text',
    client_type: 'text',
    created_at: 'timestamptz',
    sort_key: 'text',
    people: 'int4',
    projects: 'int4',
    open_invoices: 'int4',
  },
})
