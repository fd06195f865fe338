import { statement } from '#server/platform/database/statement.ts'

export const foldFigures = statement({
  text: 'select fold_figures()::int as rows',
  gives: { rows: 'int4' },
})

export const showStatementTimeout = statement({
  text: 'show statement_timeout',
  gives: { statement_timeout: 'text' },
})

export const selectReleaseAssets = statement({
  text: 'select name, sha256 from release_assets',
  gives: { name: 'text', sha256: 'text' },
})

export const updateNamedAt = statement({
  text: 'update release_assets set named_at = $2 where name = any($1) returning name',
  takes: ['text[]', 'timestamptz'],
  gives: { name: 'text' },
})

export const upsertReleaseAssets = statement({
  text: `insert into release_assets (name, sha256, named_at)
     select name, sha256, $3 from unnest($1::text[], $2::text[]) as given (name, sha256)
     on conflict (name) do update set named_at = excluded.named_at`,
  takes: ['text[]', 'text[]', 'timestamptz'],
})

export const deleteOldReleaseAssets = statement({
  text: 'delete from release_assets where named_at < $1 returning name',
  takes: ['timestamptz'],
  gives: { name: 'text' },
})

/** One look-up in an index for each key, however many files there are. */
export const selectKeysOfFiles = statement({
  text: `with recursive uploaded as (
       (select key_id from documents order by key_id limit 1)
       union all
       select (select d.key_id from documents d where d.key_id > uploaded.key_id order by d.key_id limit 1)
       from uploaded where uploaded.key_id is not null
     ), exported as (
       (select key_id from data_exports where key_id is not null order by key_id limit 1)
       union all
       select (select e.key_id from data_exports e where e.key_id > exported.key_id order by e.key_id limit 1)
       from exported where exported.key_id is not null
     )
     select key_id as key from uploaded where key_id is not null
     union select key_id from exported where key_id is not null order by 1`,
  gives: { key: 'text' },
})

export const countFilesOfKey = statement({
  text: `select ((select count(*) from documents where key_id = $1)
       + (select count(*) from data_exports where key_id = $1))::int as files`,
  takes: ['text'],
  gives: { files: 'int4' },
})

export const countFilesByKey = statement({
  text: `select key_id as key, sum(n)::int as files from (
       select key_id, count(*) as n from documents group by 1
       union all select key_id, count(*) from data_exports where key_id is not null group by 1
     ) counted group by 1 order by 1`,
  gives: { key: 'text', files: 'int4' },
})

export const countOlderKeys = statement({
  text: `select ((select count(*) from documents where key_id <> $1 or wrapped_key not like $2)
       + (select count(*) from data_exports where key_id <> $1 and wrapped_key like $2))::int as n`,
  takes: ['text', 'text'],
  gives: { n: 'int4' },
})

export const selectKnownKeys = statement({
  text: `select storage_key as key from documents where storage_key = any($1)
     union all select rendition_key from documents where rendition_key = any($1)
     union all select storage_key from data_exports where storage_key = any($1)
     union all select storage_key from upload_parts where storage_key = any($1)`,
  takes: ['text[]'],
  gives: { key: 'text' },
})

/** Tells triggers that rows keep their meaning in this transaction, so that they do nothing. */
export const announceSealing = statement({ text: "set local verdaccord.sealing = 'on'" })
