CREATE TABLE "document_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"hand_off_id" uuid,
	"kind" text NOT NULL,
	"slot" text NOT NULL,
	"file_name" text NOT NULL,
	"mime" text,
	"bytes" integer NOT NULL,
	"doc_type" text,
	"issued_on" text,
	"expires_on" text,
	"received" integer DEFAULT 0 NOT NULL,
	"completing_until" timestamp with time zone,
	"document_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_uploads_received" CHECK ("document_uploads"."received" between 0 and "document_uploads"."bytes")
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"upload_id" uuid NOT NULL,
	"start" integer NOT NULL,
	"storage_key" text NOT NULL,
	"wrapped_key" text NOT NULL,
	"key_id" text NOT NULL,
	CONSTRAINT "upload_parts_upload_id_start_pk" PRIMARY KEY("upload_id","start"),
	CONSTRAINT "upload_parts_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
ALTER TABLE "document_uploads" ADD CONSTRAINT "document_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_uploads" ADD CONSTRAINT "document_uploads_hand_off_id_hand_offs_id_fk" FOREIGN KEY ("hand_off_id") REFERENCES "public"."hand_offs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_uploads" ADD CONSTRAINT "document_uploads_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_document_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."document_uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_uploads_user" ON "document_uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "document_uploads_hand_off" ON "document_uploads" USING btree ("hand_off_id");--> statement-breakpoint
CREATE INDEX "document_uploads_document" ON "document_uploads" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "document_uploads_expires" ON "document_uploads" USING btree ("expires_at");