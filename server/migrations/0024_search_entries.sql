-- One table that staff find everything by. It is filled and indexed before users and records are touched, so that a million
-- people can be signed in and submitting meanwhile; what changes the other tables comes last and takes a moment.

-- Text as it is compared: without case, accents and apostrophes, and with Latin letters that have no plain part written as
-- people type them. The letters are named, so that it is the same whatever the language of the database.
CREATE FUNCTION search_fold(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select lower(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(translate(typed, '''’‘ʼʻʹ′`´＇', ''), NFKD), '[\u0300-\u036f]', '', 'g'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'), 'ı', 'i'),
    'øØđĐðÐłŁħĦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
    'ooddddllhhαβγδεζηθικλμνξοπρστυφχψωσабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ') collate "C")
$$;
--> statement-breakpoint
-- The words of a text, each behind a blank; what is neither letter nor digit parts them.
CREATE FUNCTION search_words(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select ' ' || btrim(regexp_replace(search_fold(typed),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Each word, and each with one letter left out. Words a slip apart (a letter left out, added, exchanged or moved) have one of
-- these in common. Numbers are not spelt, and very short words would all be alike.
CREATE FUNCTION search_spellings(words text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  word text;
  found text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(words, ' ') LOOP
    CONTINUE WHEN length(word) NOT BETWEEN 4 AND 24 OR word ~ '[0-9]' OR word = any(found);
    found := found || word;
    FOR n IN 1..length(word) LOOP
      found := found || (left(word, n - 1) || substr(word, n + 1));
    END LOOP;
  END LOOP;
  RETURN found;
END
$$;
--> statement-breakpoint
-- A name, and where it is written in parts also the other ways people type it: Anne-Marie is Annemarie, O'Neill is O Neill.
CREATE FUNCTION search_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when name ~ '[-''’]'
    then name || ' ' || replace(name, '-', '') || ' ' || translate(name, '''’', '  ')
    else name end
$$;
--> statement-breakpoint
-- The number of a company or an invoice: as it is written, without what parts it, and with its letters apart.
CREATE FUNCTION search_code(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select code || ' ' || regexp_replace(code, '[^A-Za-z0-9]', '', 'g') || ' ' ||
    regexp_replace(code, '([A-Za-z])([0-9])', '\1 \2', 'g')
$$;
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" bigint,
	"client_id" bigint,
	"invoice_id" text,
	"words" text NOT NULL,
	"names" text NOT NULL,
	"emails" text NOT NULL,
	"sort_name" text collate "C",
	"is_erased" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_entries_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
-- The entries of these people and their companies; of everyone without any ids. Visitors' applications are not for staff.
CREATE FUNCTION search_entries_of_people(ids bigint[]) RETURNS SETOF search_entries LANGUAGE sql STABLE AS $$
  select 'person', u.id::text, u.id, null::bigint, null::text,
    search_words(concat_ws(' ', u.id, search_name(known.names), u.company, search_name(b.legal_name),
      search_code(b.company_number), u.email, u.auth0_email, k.email, b.email, regexp_replace(k.phone, '\D', '', 'g'))),
    search_fold(known.names), lower(concat_ws(' ', u.email, u.auth0_email)),
    nullif(btrim(search_fold(u.name)), ''), u.issuer = 'erased', u.created_at
  from users u left join kyc_profiles k on k.user_id = u.id left join business_profiles b on b.user_id = u.id,
    lateral (select concat_ws(' ', u.name, nullif(k.first_name || ' ' || k.last_name, u.name)) as names) known
  where (ids is null or u.id = any(ids)) and u.issuer <> 'applicant'
  union all
  select 'company', u.id::text, u.id, null, null,
    search_words(concat_ws(' ', u.id, search_name(b.legal_name), search_code(b.company_number), b.email, inside.people)),
    search_fold(b.legal_name), '', nullif(btrim(search_fold(b.legal_name)), ''), u.issuer = 'erased', b.created_at
  from business_profiles b join users u on u.id = b.user_id,
    lateral (select string_agg(search_name(full_name) || ' ' || coalesce(email, ''), ' ') as people
      from business_people where profile_id = b.id) inside
  where (ids is null or u.id = any(ids)) and u.issuer <> 'applicant'
$$;
--> statement-breakpoint
CREATE FUNCTION search_entries_of_clients(ids bigint[]) RETURNS SETOF search_entries LANGUAGE sql STABLE AS $$
  select 'client', id::text, null::bigint, id, null::text, search_words(concat_ws(' ', search_name(name), billing_email)),
    search_fold(name), lower(coalesce(billing_email, '')), nullif(btrim(search_fold(name)), ''), false, created_at
  from clients where ids is null or id = any(ids)
$$;
--> statement-breakpoint
CREATE FUNCTION search_entries_of_invoices(ids text[]) RETURNS SETOF search_entries LANGUAGE sql STABLE AS $$
  select 'invoice', id, null::bigint, null::bigint, id, search_words(search_code(number)), '', '', null, false, created_at
  from invoices where number is not null and (ids is null or id = any(ids))
$$;
--> statement-breakpoint
CREATE FUNCTION search_write_people(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  delete from search_entries e where e.kind = 'company' and e.user_id = any(ids)
    and not exists (select from business_profiles b where b.user_id = e.user_id);
  insert into search_entries as e select * from search_entries_of_people(ids) order by kind, user_id
  on conflict (kind, subject) do update set words = excluded.words, names = excluded.names, emails = excluded.emails,
    sort_name = excluded.sort_name, is_erased = excluded.is_erased, created_at = excluded.created_at
  where (e.words, e.names, e.emails, e.sort_name, e.is_erased, e.created_at) is distinct from
    (excluded.words, excluded.names, excluded.emails, excluded.sort_name, excluded.is_erased, excluded.created_at)
$$;
--> statement-breakpoint
INSERT INTO search_entries SELECT * FROM search_entries_of_people(null)
UNION ALL SELECT * FROM search_entries_of_clients(null) UNION ALL SELECT * FROM search_entries_of_invoices(null);
--> statement-breakpoint
CREATE INDEX "search_entries_text" ON "search_entries" USING gin ("words" gin_trgm_ops,"names" gin_trgm_ops,"emails" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "search_entries_spellings" ON "search_entries" USING gin (search_spellings("words"));
--> statement-breakpoint
CREATE INDEX "search_entries_user" ON "search_entries" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "search_entries_client" ON "search_entries" USING btree ("client_id");
--> statement-breakpoint
CREATE INDEX "search_entries_invoice" ON "search_entries" USING btree ("invoice_id");
--> statement-breakpoint
CREATE INDEX "search_entries_created" ON "search_entries" USING btree ("created_at","user_id") WHERE "search_entries"."kind" = 'person';
--> statement-breakpoint
CREATE INDEX "search_entries_name_up" ON "search_entries" USING btree (coalesce("sort_name", chr(1114111)),"user_id") WHERE "search_entries"."kind" = 'person';
--> statement-breakpoint
CREATE INDEX "search_entries_name_down" ON "search_entries" USING btree (coalesce("sort_name", ''),"user_id") WHERE "search_entries"."kind" = 'person';
--> statement-breakpoint
ANALYZE search_entries;
--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "cases_open_submitted" ON "cases" USING btree ("submitted_at","id") WHERE "cases"."state" in ('submitted', 'in_review', 'awaiting_second_approval');
--> statement-breakpoint
CREATE INDEX "cases_submitted" ON "cases" USING btree ("state","submitted_at","id");
--> statement-breakpoint
CREATE FUNCTION search_follow_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_write_people(array(select id from written));
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE FUNCTION search_follow_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_write_people(array[NEW.id]);
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE FUNCTION search_follow_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM search_write_people(array[OLD.user_id]); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM search_write_people(array[NEW.user_id]); END IF;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE FUNCTION search_follow_company_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_write_people(array(
    select distinct b.user_id from written w join business_profiles b on b.id = w.profile_id));
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE FUNCTION search_follow_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_entries SELECT * FROM search_entries_of_clients(array[NEW.id])
  ON CONFLICT (kind, subject) DO UPDATE SET words = excluded.words, names = excluded.names, emails = excluded.emails,
    sort_name = excluded.sort_name;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE FUNCTION search_follow_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_entries SELECT * FROM search_entries_of_invoices(array[NEW.id])
  ON CONFLICT (kind, subject) DO UPDATE SET words = excluded.words;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE TRIGGER search_users_added AFTER INSERT ON users REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_users();
--> statement-breakpoint
CREATE TRIGGER search_users_changed AFTER UPDATE OF name, company, email, auth0_email, issuer, created_at ON users FOR EACH ROW
  WHEN ((OLD.name, OLD.company, OLD.email, OLD.auth0_email, OLD.issuer, OLD.created_at) IS DISTINCT FROM
    (NEW.name, NEW.company, NEW.email, NEW.auth0_email, NEW.issuer, NEW.created_at))
  EXECUTE FUNCTION search_follow_user();
--> statement-breakpoint
CREATE TRIGGER search_kyc_profiles AFTER INSERT OR UPDATE OR DELETE ON kyc_profiles
  FOR EACH ROW EXECUTE FUNCTION search_follow_profile();
--> statement-breakpoint
CREATE TRIGGER search_business_profiles AFTER INSERT OR UPDATE OR DELETE ON business_profiles
  FOR EACH ROW EXECUTE FUNCTION search_follow_profile();
--> statement-breakpoint
CREATE TRIGGER search_business_people_added AFTER INSERT ON business_people REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_company_people();
--> statement-breakpoint
CREATE TRIGGER search_business_people_changed AFTER UPDATE ON business_people REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_company_people();
--> statement-breakpoint
CREATE TRIGGER search_business_people_removed AFTER DELETE ON business_people REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_company_people();
--> statement-breakpoint
CREATE TRIGGER search_clients AFTER INSERT OR UPDATE OF name, billing_email ON clients
  FOR EACH ROW EXECUTE FUNCTION search_follow_client();
--> statement-breakpoint
CREATE TRIGGER search_invoices AFTER INSERT OR UPDATE OF number ON invoices
  FOR EACH ROW WHEN (NEW.number IS NOT NULL) EXECUTE FUNCTION search_follow_invoice();
--> statement-breakpoint
DROP INDEX "users_name_order";
--> statement-breakpoint
DROP INDEX "users_emails_trgm";
--> statement-breakpoint
DROP INDEX "users_name_trgm";
--> statement-breakpoint
-- What was written while the table was filled. Clocks differ a little, and transactions take a while.
SELECT search_write_people(array(
  select u.id from users u left join search_entries e on e.kind = 'person' and e.subject = u.id::text
    where u.issuer <> 'applicant' and e.subject is null
  union select id from users where updated_at > now() - interval '10 minutes'
  union select user_id from kyc_profiles where updated_at > now() - interval '10 minutes'
  union select user_id from business_profiles where updated_at > now() - interval '10 minutes'));
--> statement-breakpoint
INSERT INTO search_entries SELECT * FROM search_entries_of_clients(array(
  select id from clients where updated_at > now() - interval '10 minutes'))
UNION ALL SELECT * FROM search_entries_of_invoices(array(
  select id from invoices where updated_at > now() - interval '10 minutes'))
ON CONFLICT (kind, subject) DO UPDATE SET words = excluded.words, names = excluded.names, emails = excluded.emails,
  sort_name = excluded.sort_name;
