ALTER TABLE "document_views" ADD COLUMN "shown_width" integer;--> statement-breakpoint
ALTER TABLE "document_views" ADD COLUMN "shown_ms" integer;