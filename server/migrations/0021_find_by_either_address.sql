DROP INDEX "users_email_trgm";--> statement-breakpoint
CREATE INDEX "sign_ins_method" ON "sign_ins" USING btree ("method","at","id");--> statement-breakpoint
CREATE INDEX "users_emails_trgm" ON "users" USING gin (lower(coalesce("email", '') || ' ' || coalesce("auth0_email", '')) gin_trgm_ops);