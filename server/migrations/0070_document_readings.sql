CREATE TABLE "document_readings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"document_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reader" integer NOT NULL,
	"found" jsonb NOT NULL,
	"number" text,
	"look" text,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_readings_document_id_unique" UNIQUE("document_id")
);
--> statement-breakpoint
ALTER TABLE "document_readings" ADD CONSTRAINT "document_readings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_readings_number" ON "document_readings" USING btree ("number");--> statement-breakpoint
CREATE INDEX "document_readings_look" ON "document_readings" USING btree ("look");