ALTER TABLE "clients" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "case_notes" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_request" UNIQUE("request_key");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_request" UNIQUE("request_key");--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_request" UNIQUE("case_id","request_key");