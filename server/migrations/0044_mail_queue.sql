ALTER TABLE "mails" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "traceparent" text;--> statement-breakpoint
-- A queue of a million that is worked off leaves as many dead entries at the head of its index.
ALTER TABLE "mails" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_due" ON "mails" USING btree ("kind","due_at","id") WHERE "mails"."status" = 'queued';
