-- blocks: who writes the one row of the installation, for a moment
ALTER TABLE "invoices" ADD COLUMN "hosted_hash" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "invoices_hosted_hash" ON "invoices" USING btree ("hosted_hash");--> statement-breakpoint
-- The former release may still serve, and reads none of these encrypted: nothing more is, until the job of the first night.
UPDATE "installation" SET "sealed_since" = NULL;--> statement-breakpoint
-- A value that is encrypted, or encrypted with another key, says the same as before: its person is not due to be screened again.
CREATE OR REPLACE FUNCTION screen_profile_again() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF coalesce(current_setting('verdaccord.sealing', true), '') <> 'on' THEN
    UPDATE case_screenings SET round = 0 WHERE case_id = NEW.case_id AND round <> 0;
  END IF;
  RETURN NULL;
END
$$;
