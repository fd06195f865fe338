ALTER TABLE "installation" ADD COLUMN "folder" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "generation" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "erasures_due" boolean DEFAULT false NOT NULL;