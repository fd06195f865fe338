ALTER TABLE "mail_events" ADD COLUMN "undeliverable" boolean;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "return_token" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bounced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "complained_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "batch_key" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_unwelcome" ON "mails" USING btree (lower("to_address")) WHERE "mails"."bounced_at" is not null or "mails"."complained_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_batch" ON "mails" USING btree ("batch_key") WHERE "mails"."batch_key" is not null;