ALTER TABLE "mails" ADD COLUMN "attachments" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "investor_category" text;--> statement-breakpoint
CREATE INDEX "certifications_ending" ON "certifications" USING btree ("expires_at") WHERE "certifications"."superseded_at" is null and "certifications"."expires_at" is not null;