ALTER TABLE "documents" ADD COLUMN "doc_type" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "kept_at" timestamp with time zone;