ALTER TABLE "payments" ADD COLUMN "received_on" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "correction" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "corrected_at" timestamp with time zone;