-- blocks: writers of cases and events for the moment in which triggers are added, and while the counts are filled for at most half a second at a time
CREATE TABLE "begun_people" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"claimed_by" bigint,
	"began_at" timestamp with time zone,
	"marks" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_fills" (
	"source" text PRIMARY KEY NOT NULL,
	"filled_to" bigint NOT NULL,
	"is_whole" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "first_decisions" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"waited_since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_figures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"day" date NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "first_decisions_decided" ON "first_decisions" USING btree ("decided_at","waited_since");--> statement-breakpoint
CREATE INDEX "kept_figures_name" ON "kept_figures" USING btree ("name","day");--> statement-breakpoint
-- Which figures a case counts in. Whose cases are a visitor's never changes: with a claim they move to another account.
CREATE FUNCTION figures_of_case(c cases) RETURNS TABLE (name text, day date) LANGUAGE sql STABLE AS $$
  SELECT f.name, f.day FROM (SELECT c.state IN ('submitted', 'in_review', 'awaiting_second_approval') AS is_open) s, LATERAL (VALUES
    ('state.' || c.state || '.' || c.kind, '-infinity'::date,
      CASE WHEN s.is_open THEN c.due_at IS NOT NULL WHEN c.state = 'reverification_due' THEN c.confirm_by IS NOT NULL ELSE true END),
    ('waiting', (c.due_at AT TIME ZONE 'Europe/London')::date, s.is_open AND c.due_at IS NOT NULL),
    ('assigned', '-infinity', s.is_open AND c.due_at IS NOT NULL AND c.assigned_to IS NOT NULL),
    ('confirming', (c.confirm_by AT TIME ZONE 'Europe/London')::date, c.state = 'reverification_due' AND c.confirm_by IS NOT NULL),
    ('unreviewed', '-infinity', c.state IN ('approved', 'reverification_due')
      AND (c.approval->>'reviewed')::int < (c.approval->>'total')::int)
  ) AS f (name, day, counts)
  WHERE f.counts AND c.round > 0 AND EXISTS (SELECT FROM users u WHERE u.id = c.user_id AND u.issuer <> 'applicant')
$$;
--> statement-breakpoint
-- What an event shows of its person: 1 a case of a company, 2 one of their own, 4 the risk disclosure accepted, 8 an ID
-- document, 16 a selfie, 32 a proof of address, 64 their own case submitted, 128 approved.
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
-- The furthest step somebody has come to with all before it, on the day they last began. Who brought only a company is in none,
-- and a visitor whose application was claimed is in that of the account.
CREATE FUNCTION figures_of_beginner(p begun_people) RETURNS TABLE (name text, day date) LANGUAGE sql STABLE AS $$
  SELECT 'begun.' || CASE WHEN p.marks & 4 = 0 THEN 'begun' WHEN p.marks & 8 = 0 THEN 'risk_disclosure'
      WHEN p.marks & 16 = 0 THEN 'id_document' WHEN p.marks & 32 = 0 THEN 'selfie'
      WHEN p.marks & 64 = 0 THEN 'proof_of_address' WHEN p.marks & 128 = 0 THEN 'submitted' ELSE 'approved' END,
    (p.began_at AT TIME ZONE 'Europe/London')::date
  WHERE p.claimed_by IS NULL AND p.began_at IS NOT NULL AND p.marks & 3 <> 1
$$;
--> statement-breakpoint
-- Since when the decision that an event tells of was waited for; nothing where it is not the first on a submission.
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
-- Whether a row's changes are counted as they happen: always, once what was there before is counted. Until then rows beyond the
-- part that is counted are left to the filling, which waits for whoever was told so.
CREATE FUNCTION is_counted(table_name text, row_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT f.is_whole FROM figure_fills f WHERE f.source = table_name) THEN RETURN true; END IF;
  PERFORM pg_advisory_xact_lock_shared(7301985);
  RETURN (SELECT f.is_whole OR row_id <= f.filled_to FROM figure_fills f WHERE f.source = table_name);
END
$$;
--> statement-breakpoint
CREATE FUNCTION figures_follow_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_counted('cases', coalesce(NEW.id, OLD.id)) THEN RETURN null; END IF;
  INSERT INTO kept_figures (name, day, n)
    SELECT f.name, f.day, sum(f.n) FROM (
      SELECT name, day, -1 AS n FROM figures_of_case(OLD) UNION ALL SELECT name, day, 1 FROM figures_of_case(NEW)
    ) f GROUP BY f.name, f.day HAVING sum(f.n) <> 0;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE FUNCTION figures_follow_beginner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_figures (name, day, n)
    SELECT f.name, f.day, sum(f.n) FROM (
      SELECT name, day, -1 AS n FROM figures_of_beginner(OLD) UNION ALL SELECT name, day, 1 FROM figures_of_beginner(NEW)
    ) f GROUP BY f.name, f.day HAVING sum(f.n) <> 0;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE TRIGGER figures_beginners AFTER INSERT OR UPDATE OR DELETE ON begun_people
  FOR EACH ROW EXECUTE FUNCTION figures_follow_beginner();
--> statement-breakpoint
-- Notes what was seen of someone, with whom their application is by now.
CREATE FUNCTION note_beginner(seen bigint, began timestamptz, shown integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO begun_people AS p (user_id, began_at, marks)
    SELECT coalesce((SELECT claimed_by FROM begun_people WHERE user_id = seen), seen), began, shown
    WHERE began IS NOT NULL OR shown <> 0
  ON CONFLICT (user_id) DO UPDATE SET began_at = greatest(p.began_at, excluded.began_at), marks = p.marks | excluded.marks
    WHERE (greatest(p.began_at, excluded.began_at), p.marks | excluded.marks) IS DISTINCT FROM (p.began_at, p.marks)
$$;
--> statement-breakpoint
CREATE FUNCTION claim_beginner(former bigint, person bigint) RETURNS void LANGUAGE sql AS $$
  SELECT note_beginner(person, p.began_at, p.marks) FROM begun_people p WHERE p.user_id = former AND p.claimed_by IS NULL;
  INSERT INTO begun_people (user_id, claimed_by, marks) SELECT former, person, 0 WHERE former IS NOT NULL
  ON CONFLICT (user_id) DO UPDATE SET claimed_by = excluded.claimed_by
$$;
--> statement-breakpoint
CREATE FUNCTION figures_follow_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
BEGIN
  IF NOT is_counted('events', NEW.id) THEN RETURN null; END IF;
  IF NEW.type IN ('user.created', 'case.approved', 'case.returned', 'case.rejected') THEN
    INSERT INTO kept_figures (name, day, n) VALUES (NEW.type, (NEW.at AT TIME ZONE 'Europe/London')::date, 1);
  END IF;
  IF NEW.type IN ('case.approved', 'case.returned', 'case.rejected') THEN
    since := waited_since(NEW);
    IF since IS NOT NULL THEN
      INSERT INTO first_decisions (event_id, decided_at, waited_since) VALUES (NEW.id, NEW.at, since);
    END IF;
  END IF;
  IF NEW.user_id IS NOT NULL THEN
    PERFORM note_beginner(NEW.user_id,
      CASE WHEN NEW.type IN ('user.created', 'application.begun') THEN NEW.at END, marks_of_event(NEW));
    IF NEW.type = 'application.claimed' THEN PERFORM claim_beginner((NEW.before->>'userId')::bigint, NEW.user_id); END IF;
  END IF;
  RETURN null;
END
$$;
--> statement-breakpoint
-- Makes one row of all rows of a figure. Nobody waits for it, and whoever reads meanwhile finds the same sums.
CREATE FUNCTION fold_figures() RETURNS bigint LANGUAGE sql AS $$
  WITH many AS (SELECT name, day FROM kept_figures GROUP BY name, day HAVING count(*) > 1),
  gone AS (DELETE FROM kept_figures k USING many m WHERE k.name = m.name AND k.day = m.day RETURNING k.name, k.day, k.n),
  kept AS (INSERT INTO kept_figures (name, day, n) SELECT name, day, sum(n) FROM gone GROUP BY name, day HAVING sum(n) <> 0)
  SELECT count(*) FROM gone
$$;
--> statement-breakpoint
-- Counts the next rows of what was there before the triggers, and says whether there are more. It waits for the writers who left
-- their rows to it, but never for long, because others would wait behind it.
CREATE FUNCTION fill_figures(size integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  part figure_fills%ROWTYPE;
  last bigint;
BEGIN
  BEGIN
    PERFORM set_config('lock_timeout', '500ms', true);
    PERFORM pg_advisory_xact_lock(7301985);
  EXCEPTION WHEN lock_not_available THEN
    RETURN true;
  END;
  SELECT * INTO part FROM figure_fills WHERE NOT is_whole ORDER BY source LIMIT 1;
  IF NOT FOUND THEN RETURN false; END IF;
  IF part.source = 'cases' THEN
    SELECT max(id) INTO last FROM (SELECT id FROM cases WHERE id > part.filled_to ORDER BY id LIMIT size) next;
    INSERT INTO kept_figures (name, day, n)
      SELECT f.name, f.day, count(*) FROM cases c, figures_of_case(c) f WHERE c.id > part.filled_to AND c.id <= last
      GROUP BY f.name, f.day;
  ELSE
    SELECT max(id) INTO last FROM (SELECT id FROM events WHERE id > part.filled_to ORDER BY id LIMIT size) next;
    INSERT INTO kept_figures (name, day, n)
      SELECT e.type, (e.at AT TIME ZONE 'Europe/London')::date, count(*) FROM events e
      WHERE e.id > part.filled_to AND e.id <= last
        AND e.type IN ('user.created', 'case.approved', 'case.returned', 'case.rejected') GROUP BY 1, 2;
    INSERT INTO first_decisions (event_id, decided_at, waited_since)
      SELECT e.id, e.at, since FROM events e, waited_since(e) since
      WHERE e.id > part.filled_to AND e.id <= last AND e.type IN ('case.approved', 'case.returned', 'case.rejected')
        AND since IS NOT NULL;
    PERFORM note_beginner(e.user_id, max(e.at) FILTER (WHERE e.type IN ('user.created', 'application.begun')),
        bit_or(marks_of_event(e)))
      FROM events e WHERE e.id > part.filled_to AND e.id <= last AND e.user_id IS NOT NULL AND (e.case_id IS NOT NULL
        OR e.type IN ('user.created', 'application.begun', 'consent.accepted', 'document.stored', 'document.replaced'))
      GROUP BY e.user_id;
    PERFORM claim_beginner((e.before->>'userId')::bigint, e.user_id)
      FROM events e WHERE e.id > part.filled_to AND e.id <= last AND e.type = 'application.claimed';
  END IF;
  UPDATE figure_fills SET filled_to = coalesce(last, filled_to), is_whole = last IS NULL WHERE source = part.source;
  PERFORM fold_figures();
  RETURN true;
END
$$;
--> statement-breakpoint
INSERT INTO figure_fills (source, filled_to, is_whole) VALUES ('cases', 0, false), ('events', 0, false);
--> statement-breakpoint
CREATE TRIGGER figures_new_cases AFTER INSERT OR DELETE ON cases FOR EACH ROW EXECUTE FUNCTION figures_follow_case();
--> statement-breakpoint
CREATE TRIGGER figures_changed_cases AFTER UPDATE ON cases FOR EACH ROW
  WHEN ((OLD.user_id, OLD.kind, OLD.state, OLD.round, OLD.due_at, OLD.confirm_by, OLD.assigned_to, OLD.approval)
    IS DISTINCT FROM (NEW.user_id, NEW.kind, NEW.state, NEW.round, NEW.due_at, NEW.confirm_by, NEW.assigned_to, NEW.approval))
  EXECUTE FUNCTION figures_follow_case();
--> statement-breakpoint
CREATE TRIGGER figures_events AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW.case_id IS NOT NULL OR NEW.type IN ('user.created', 'application.begun', 'application.claimed', 'consent.accepted',
    'document.stored', 'document.replaced', 'case.approved', 'case.returned', 'case.rejected'))
  EXECUTE FUNCTION figures_follow_event();
--> statement-breakpoint
SELECT fill_figures(20000) AS more;
