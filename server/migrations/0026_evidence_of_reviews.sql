CREATE TABLE "document_views" (
	"document_id" uuid NOT NULL,
	"viewer_id" bigint NOT NULL,
	"viewing" uuid NOT NULL,
	"page" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_views_document_id_viewer_id_viewing_page_pk" PRIMARY KEY("document_id","viewer_id","viewing","page")
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "approval" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "no_issue_date" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "no_expiry_date" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "document_views" ADD CONSTRAINT "document_views_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_views" ADD CONSTRAINT "document_views_viewer_id_users_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_views_viewer" ON "document_views" USING btree ("viewer_id");--> statement-breakpoint
CREATE INDEX "cases_unreviewed" ON "cases" USING btree ("updated_at","id") WHERE ("cases"."approval"->>'reviewed')::int < ("cases"."approval"->>'total')::int;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_issue_date" CHECK (not ("documents"."no_issue_date" and "documents"."issued_on" is not null));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_expiry_date" CHECK (not ("documents"."no_expiry_date" and "documents"."expires_on" is not null));