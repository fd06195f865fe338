ALTER TABLE "cases" ADD COLUMN "faces_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "faces_by_people_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "document_readings" ADD COLUMN "likeness" jsonb;