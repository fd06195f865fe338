CREATE TABLE "unstarted_people" (
	"user_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unstarted_people" ADD CONSTRAINT "unstarted_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION unstarted_follow_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unstarted_people SELECT id FROM written ON CONFLICT DO NOTHING;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE FUNCTION unstarted_follow_new_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unstarted_people p USING written w WHERE p.user_id = w.user_id AND w.kind = 'consumer';
  RETURN null;
END
$$;
--> statement-breakpoint
-- A case that is given to another person, or deleted with a visitor's application.
CREATE FUNCTION unstarted_follow_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unstarted_people SELECT u.id FROM users u WHERE u.id = OLD.user_id
    AND NOT EXISTS (SELECT FROM cases c WHERE c.user_id = u.id AND c.kind = 'consumer') ON CONFLICT DO NOTHING;
  IF TG_OP = 'UPDATE' THEN DELETE FROM unstarted_people WHERE user_id = NEW.user_id; END IF;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE TRIGGER unstarted_users AFTER INSERT ON users REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION unstarted_follow_users();
--> statement-breakpoint
CREATE TRIGGER unstarted_new_cases AFTER INSERT ON cases REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION unstarted_follow_new_cases();
--> statement-breakpoint
CREATE TRIGGER unstarted_moved_cases AFTER UPDATE OF user_id ON cases FOR EACH ROW
  WHEN (OLD.kind = 'consumer' AND OLD.user_id <> NEW.user_id) EXECUTE FUNCTION unstarted_follow_case();
--> statement-breakpoint
CREATE TRIGGER unstarted_deleted_cases AFTER DELETE ON cases FOR EACH ROW
  WHEN (OLD.kind = 'consumer') EXECUTE FUNCTION unstarted_follow_case();
--> statement-breakpoint
-- The triggers hold back writers of the two tables until this is done, which takes a second among a million people.
INSERT INTO unstarted_people SELECT u.id FROM users u
  WHERE NOT EXISTS (SELECT FROM cases c WHERE c.user_id = u.id AND c.kind = 'consumer');
--> statement-breakpoint
ANALYZE unstarted_people;
--> statement-breakpoint
-- What working out the spellings of a row really takes, so that they are looked up in their index and never worked out for a
-- whole table; and without workers, whose start takes longer than the search.
ALTER FUNCTION search_spellings(text) COST 5000 PARALLEL RESTRICTED;
