ALTER TABLE "screening_matches" ADD COLUMN "proposed_state" text;--> statement-breakpoint
ALTER TABLE "screening_matches" ADD COLUMN "proposed_by" bigint;--> statement-breakpoint
ALTER TABLE "screening_matches" ADD COLUMN "proposed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "screening_matches" ADD COLUMN "proposed_comment" text;--> statement-breakpoint
ALTER TABLE "screening_matches" ADD CONSTRAINT "screening_matches_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "screening_matches" VALIDATE CONSTRAINT "screening_matches_proposed_by_users_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "screening_matches_entry" ON "screening_matches" USING btree ("source","entry_ref");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "screening_matches_proposed_by" ON "screening_matches" USING btree ("proposed_by") WHERE "screening_matches"."proposed_by" is not null;