ALTER TABLE "mails" ADD COLUMN "case_id" bigint;--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("actor_id","at","id") WHERE "events"."actor_id" is distinct from "events"."user_id";--> statement-breakpoint
CREATE INDEX "sign_ins_email_trgm" ON "sign_ins" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_auth0_email" ON "users" USING btree (lower("auth0_email"));--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("id") WHERE "users"."is_admin" or "users"."is_super_admin";