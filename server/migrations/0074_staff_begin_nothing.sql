-- Someone who works here signs in to work and begins no application: the mark 256. They count once they take a step of one.
CREATE OR REPLACE FUNCTION figures_of_beginner(p begun_people) RETURNS TABLE (name text, day date) LANGUAGE sql STABLE AS $$
  SELECT 'begun.' || CASE WHEN p.marks & 4 = 0 THEN 'begun' WHEN p.marks & 8 = 0 THEN 'risk_disclosure'
      WHEN p.marks & 16 = 0 THEN 'id_document' WHEN p.marks & 32 = 0 THEN 'selfie'
      WHEN p.marks & 64 = 0 THEN 'proof_of_address' WHEN p.marks & 128 = 0 THEN 'submitted' ELSE 'approved' END,
    (p.began_at AT TIME ZONE 'Europe/London')::date
  WHERE p.claimed_by IS NULL AND p.began_at IS NOT NULL AND p.marks & 3 <> 1 AND p.marks & 508 <> 256
$$;
--> statement-breakpoint
-- What an event shows of its person: 1 a case of a company, 2 one of their own, 4 the risk disclosure accepted, 8 an ID
-- document, 16 a selfie, 32 a proof of address, 64 their own case submitted, 128 approved, 256 an account of someone who works here.
CREATE OR REPLACE FUNCTION marks_of_event(e events) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT CASE c.kind WHEN 'business' THEN 1 WHEN 'consumer' THEN
        2 | CASE e.type WHEN 'case.submitted' THEN 64 WHEN 'case.approved' THEN 128 ELSE 0 END END
      FROM cases c WHERE c.id = e.case_id), 0)
    | CASE WHEN e.type = 'consent.accepted' AND e.after->>'name' = 'main_risk_disclosure' THEN 4 ELSE 0 END
    | CASE WHEN e.type IN ('document.stored', 'document.replaced') THEN
        CASE e.after->>'slot' WHEN 'id-front' THEN 8 WHEN 'selfie' THEN 16 WHEN 'proof-of-address' THEN 32 ELSE 0 END
      ELSE 0 END
    | CASE WHEN e.type = 'user.created' AND EXISTS (
        SELECT FROM users u WHERE u.id = e.user_id AND (u.is_admin OR u.is_super_admin OR u.roles <> '{}')) THEN 256 ELSE 0 END
$$;
--> statement-breakpoint
CREATE FUNCTION figures_follow_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_beginner(NEW.id, NULL, 256);
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE TRIGGER figures_roles AFTER UPDATE OF is_admin, is_super_admin, roles ON users
  FOR EACH ROW WHEN (NEW.is_admin OR NEW.is_super_admin OR NEW.roles <> '{}') EXECUTE FUNCTION figures_follow_role();
--> statement-breakpoint
SELECT note_beginner(id, NULL, 256) FROM users WHERE is_admin OR is_super_admin OR roles <> '{}';
