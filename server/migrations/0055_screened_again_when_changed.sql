-- Whatever changes who someone is, they are due to be screened again: a correction by support, a submission, or anything else
-- that writes these rows. A new column counts until it is named here as one that says nothing of who someone is.

CREATE FUNCTION screen_profile_again() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE case_screenings SET round = 0 WHERE case_id = NEW.case_id AND round <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION screen_company_again() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE case_screenings SET round = 0
  WHERE round <> 0 AND case_id = (SELECT case_id FROM business_profiles WHERE id = coalesce(NEW.profile_id, OLD.profile_id));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER screening_kyc_profiles AFTER UPDATE ON kyc_profiles FOR EACH ROW
WHEN (to_jsonb(OLD) - '{id,user_id,case_id,email,phone,address,doc_type,created_at,updated_at}'::text[]
  IS DISTINCT FROM to_jsonb(NEW) - '{id,user_id,case_id,email,phone,address,doc_type,created_at,updated_at}'::text[])
EXECUTE FUNCTION screen_profile_again();
--> statement-breakpoint
CREATE TRIGGER screening_business_profiles AFTER UPDATE ON business_profiles FOR EACH ROW
WHEN (to_jsonb(OLD) - '{id,user_id,case_id,registered_address,tax_number,email,registry_name,registry_account,bank_name,bank_country,bank_account_number,bank_sort_code,settlement_contact_name,settlement_contact_email,settlement_contact_phone,no_ubo_reason,user_type,created_at,updated_at}'::text[]
  IS DISTINCT FROM to_jsonb(NEW) - '{id,user_id,case_id,registered_address,tax_number,email,registry_name,registry_account,bank_name,bank_country,bank_account_number,bank_sort_code,settlement_contact_name,settlement_contact_email,settlement_contact_phone,no_ubo_reason,user_type,created_at,updated_at}'::text[])
EXECUTE FUNCTION screen_profile_again();
--> statement-breakpoint
CREATE TRIGGER screening_business_people AFTER INSERT OR UPDATE OR DELETE ON business_people FOR EACH ROW
EXECUTE FUNCTION screen_company_again();
