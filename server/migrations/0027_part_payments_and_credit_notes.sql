CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"number" text NOT NULL,
	"amount" bigint NOT NULL,
	"shares" jsonb NOT NULL,
	"reason" text NOT NULL,
	"request_key" text NOT NULL,
	"issued_by" bigint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_request" UNIQUE("invoice_id","request_key"),
	CONSTRAINT "credit_notes_amount" CHECK ("credit_notes"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"credit_note_id" uuid,
	"amount" bigint NOT NULL,
	"note" text NOT NULL,
	"request_key" text NOT NULL,
	"recorded_by" bigint NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_credit_note_id_unique" UNIQUE("credit_note_id"),
	CONSTRAINT "refunds_request" UNIQUE("invoice_id","request_key"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
DROP INDEX "payments_succeeded";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_credited" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat_gbp" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_point" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_credit_note_id_credit_notes_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_notes_issuer" ON "credit_notes" USING btree ("issued_by");--> statement-breakpoint
CREATE INDEX "refunds_recorder" ON "refunds" USING btree ("recorded_by");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_request" UNIQUE("invoice_id","request_key");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_balance" CHECK ("invoices"."provider" <> 'ledger' or ("invoices"."amount_credited" between 0 and "invoices"."total" and "invoices"."amount_refunded" between 0 and "invoices"."amount_paid" and "invoices"."amount_due" = "invoices"."total" - "invoices"."amount_credited" and "invoices"."amount_paid" - "invoices"."amount_refunded" <= "invoices"."amount_due"));