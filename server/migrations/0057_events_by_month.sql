-- blocks: readers and writers of events for less than a second
-- Events get a table for each month. The tables lie behind each other by number, ten thousand million for each, so that a number
-- stays unique in the whole and follows time. What is there now stays as it is, in the first of them.
-- Reads the table once, and keeps no one waiting.
ALTER TABLE "events" VALIDATE CONSTRAINT "events_first_band";
--> statement-breakpoint
DROP TRIGGER events_chain ON events;
--> statement-breakpoint
DROP TRIGGER events_append_only ON events;
--> statement-breakpoint
DROP TRIGGER events_no_truncate ON events;
--> statement-breakpoint
DROP TRIGGER figures_events ON events;
--> statement-breakpoint
-- made again here: events_id_seq
ALTER SEQUENCE events_id_seq RENAME TO events_former_id_seq;
--> statement-breakpoint
-- made again here: events
DO $$
DECLARE
  former text := to_char(now() AT TIME ZONE 'UTC', '"events_until_"YYYY_MM');
  one record;
BEGIN
  FOR one IN SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'events' LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', one.name, replace(one.name, 'events', former));
  END LOOP;
  EXECUTE format('ALTER TABLE events RENAME TO %I', former);
END
$$;
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"user_id" bigint,
	"case_id" bigint,
	"subject" text,
	"before" jsonb,
	"after" jsonb,
	"reasons" text[],
	"note" text,
	"ip" text,
	"request_id" text,
	"lane" integer DEFAULT 0 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"prev_hash" "bytea",
	"hash" "bytea"
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "events_case" ON "events" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "events_invoice" ON "events" USING btree ("subject","id") WHERE "events"."subject" like 'invoice:%';--> statement-breakpoint
CREATE INDEX "events_milestones" ON "events" USING btree ("at","id") WHERE "events"."type" in ('user.created', 'application.begun', 'case.submitted', 'case.approved', 'case.returned', 'case.rejected');--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("actor_id","at","id") WHERE "events"."actor_id" is distinct from "events"."user_id";
--> statement-breakpoint
-- The same three functions as before, of a row of whichever month.
CREATE FUNCTION event_digest(e events) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(e.prev_hash, ''::bytea) || convert_to(jsonb_build_array(
    e.lane, e.seq, e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.type, e.actor_kind,
    e.actor_id, e.user_id, e.case_id, e.subject, e.before, e.after, to_jsonb(e.reasons), e.note, e.ip, e.request_id
  )::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION marks_of_event(e events) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT CASE c.kind WHEN 'business' THEN 1 WHEN 'consumer' THEN
        2 | CASE e.type WHEN 'case.submitted' THEN 64 WHEN 'case.approved' THEN 128 ELSE 0 END END
      FROM cases c WHERE c.id = e.case_id), 0)
    | CASE WHEN e.type = 'consent.accepted' AND e.after->>'name' = 'main_risk_disclosure' THEN 4 ELSE 0 END
    | CASE WHEN e.type IN ('document.stored', 'document.replaced') THEN
        CASE e.after->>'slot' WHEN 'id-front' THEN 8 WHEN 'selfie' THEN 16 WHEN 'proof-of-address' THEN 32 ELSE 0 END
      ELSE 0 END
$$;
--> statement-breakpoint
CREATE FUNCTION waited_since(e events) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT s.at FROM (
    SELECT s.id, s.at FROM events s
    WHERE s.case_id = e.case_id AND s.type IN ('case.submitted', 'application.claimed') AND s.id < e.id
    ORDER BY s.id DESC LIMIT 1
  ) s
  WHERE e.type IN ('case.approved', 'case.returned', 'case.rejected') AND NOT EXISTS (
    SELECT FROM events p WHERE p.case_id = e.case_id AND p.id > s.id AND p.id < e.id
      AND p.type IN ('case.approved', 'case.returned', 'case.rejected'))
$$;
--> statement-breakpoint
-- Each month's table gets these by being added; what refuses to empty a table it has to have itself.
CREATE TRIGGER events_chain BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION chain_event();
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER figures_events AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW.case_id IS NOT NULL OR NEW.type IN ('user.created', 'application.begun', 'application.claimed', 'consent.accepted',
    'document.stored', 'document.replaced', 'case.approved', 'case.returned', 'case.rejected'))
  EXECUTE FUNCTION figures_follow_event();
--> statement-breakpoint
-- What was there becomes the first of the tables, with its indexes; numbers continue where they were, and accounts keep their rights.
-- made again here: event_digest, marks_of_event, waited_since
DO $$
DECLARE
  former text := to_char(now() AT TIME ZONE 'UTC', '"events_until_"YYYY_MM');
  one record;
  remade text;
BEGIN
  PERFORM setval('events_id_seq', last_value, is_called) FROM events_former_id_seq;
  EXECUTE format('ALTER TABLE %I ALTER COLUMN id DROP IDENTITY', former);
  EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (0) TO (10000000000)', former);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT events_first_band', former);
  EXECUTE format('CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', former);
  FOREACH remade IN ARRAY ARRAY['event_digest', 'marks_of_event', 'waited_since'] LOOP
    EXECUTE format('DROP FUNCTION %I(%I)', remade, former);
  END LOOP;
  FOR one IN
    SELECT DISTINCT coalesce(quote_ident(r.rolname), 'PUBLIC') AS role, a.privilege_type AS privilege
    FROM pg_class c CROSS JOIN aclexplode(c.relacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = to_regclass(former) AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON events TO %s', one.privilege, one.role);
    EXECUTE format('REVOKE ALL ON %I FROM %s', former, one.role);
  END LOOP;
END
$$;
--> statement-breakpoint
-- The months' tables with the numbers that belong in them.
CREATE FUNCTION events_months() RETURNS TABLE (name text, month text, first_id bigint, end_id bigint) LANGUAGE sql VOLATILE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.relname::text, substring(c.relname::text FROM '^events_(?:until_)?(\d{4}_\d{2})$'), bounds[1]::bigint, bounds[2]::bigint
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
    regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''(\d+)''\) TO \(''(\d+)''\)') AS bounds
  WHERE i.inhparent = 'public.events'::regclass
$$;
--> statement-breakpoint
-- Adds the table of another month behind the last one, for the tables' owner.
CREATE FUNCTION add_events_month(month text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := 'events_' || month;
  first_id bigint := (SELECT max(m.end_id) FROM public.events_months() m);
  one record;
BEGIN
  EXECUTE format('CREATE TABLE public.%I (LIKE public.events INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)', name);
  EXECUTE format('CREATE UNIQUE INDEX ON public.%I (lane, seq)', name);
  EXECUTE format('CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON public.%I FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change()', name);
  -- It is reached through the whole alone; default privileges of the schema may say otherwise.
  FOR one IN
    SELECT DISTINCT coalesce(quote_ident(r.rolname), 'PUBLIC') AS role
    FROM pg_class c CROSS JOIN aclexplode(c.relacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = format('public.%I', name)::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE ALL ON public.%I FROM %s', name, one.role);
  END LOOP;
  EXECUTE format('ALTER TABLE public.events ATTACH PARTITION public.%I FOR VALUES FROM (%s) TO (%s)', name, first_id, first_id + 10000000000);
END
$$;
--> statement-breakpoint
-- Lets new events go into the table of this month, and adds that of the next one ahead. Answers whether the month turned by it. The
-- account of a process may ask for it, and has no other way to these tables, so it takes no arguments and goes by the clock of the database.
CREATE FUNCTION open_events_month() RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  today timestamp := now() AT TIME ZONE 'UTC';
  months text[] := ARRAY[to_char(today, 'YYYY_MM'), to_char(today + interval '1 month', 'YYYY_MM')];
  wanted text;
  start bigint;
BEGIN
  IF EXISTS (SELECT FROM public.events_months() m WHERE m.month >= months[2])
    AND NOT EXISTS (SELECT FROM public.events_months() m, public.events_id_seq s WHERE m.month = months[1] AND s.last_value < m.first_id)
  THEN RETURN false; END IF;
  -- Those who write now end first, and those who come wait: each of them then knows the tables that there are.
  LOCK TABLE ONLY public.events IN SHARE ROW EXCLUSIVE MODE;
  FOREACH wanted IN ARRAY months LOOP
    IF NOT EXISTS (SELECT FROM public.events_months() m WHERE m.month >= wanted) THEN
      PERFORM public.add_events_month(wanted);
    END IF;
  END LOOP;
  SELECT m.first_id INTO start FROM public.events_months() m, public.events_id_seq s
    WHERE m.month = months[1] AND s.last_value < m.first_id;
  IF start IS NULL THEN RETURN false; END IF;
  EXECUTE format('ALTER SEQUENCE public.events_id_seq RESTART WITH %s', start);
  RETURN true;
END
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION add_events_month(text), open_events_month() FROM PUBLIC;
