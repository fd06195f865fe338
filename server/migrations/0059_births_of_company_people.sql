ALTER TABLE "business_people" ADD COLUMN "birth_date" text;--> statement-breakpoint
-- A birth that is encrypted, or encrypted with another key, says the same as before: no one is due to be screened again.
CREATE OR REPLACE FUNCTION screen_company_again() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF coalesce(current_setting('verdaccord.sealing', true), '') <> 'on' THEN
    UPDATE case_screenings SET round = 0
    WHERE round <> 0 AND case_id = (SELECT case_id FROM business_profiles WHERE id = coalesce(NEW.profile_id, OLD.profile_id));
  END IF;
  RETURN NULL;
END
$$;
