ALTER TABLE "idp_accounts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "idp_challenges" ADD COLUMN "account_version" integer;