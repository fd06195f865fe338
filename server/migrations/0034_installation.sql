CREATE TABLE "file_journal" (
	"key" text PRIMARY KEY NOT NULL,
	"rendition_key" text,
	"purpose" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "file_journal_purpose" CHECK ("file_journal"."purpose" in ('upload', 'removal'))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"place" text,
	"migrated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"restored_at" timestamp with time zone,
	"maintenance_since" timestamp with time zone,
	CONSTRAINT "installation_one" CHECK ("installation"."one")
);
--> statement-breakpoint
CREATE INDEX "file_journal_at" ON "file_journal" USING btree ("at");