-- Lists that show the newest first read a plain index backwards. `order by … desc` makes no use of a descending one with
-- NULLS LAST, as it was here: for PostgreSQL its nulls lie at the wrong end, even where there are none.
DROP INDEX "invoices_client";--> statement-breakpoint
DROP INDEX "invoices_all";--> statement-breakpoint
DROP INDEX "invoices_status";--> statement-breakpoint
DROP INDEX "certifications_user";--> statement-breakpoint
DROP INDEX "documents_user";--> statement-breakpoint
DROP INDEX "events_user";--> statement-breakpoint
DROP INDEX "events_type";--> statement-breakpoint
DROP INDEX "mails_created";--> statement-breakpoint
DROP INDEX "sign_ins_user";--> statement-breakpoint
DROP INDEX "sign_ins_at";--> statement-breakpoint
DROP INDEX "users_created";--> statement-breakpoint
CREATE INDEX "invoices_client" ON "invoices" USING btree ("client_id","dated_at","id") WHERE "invoices"."status" <> 'draft';--> statement-breakpoint
CREATE INDEX "invoices_all" ON "invoices" USING btree ("dated_at","id");--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("status","dated_at","id");--> statement-breakpoint
CREATE INDEX "certifications_user" ON "certifications" USING btree ("user_id","acknowledged_at");--> statement-breakpoint
CREATE INDEX "documents_user" ON "documents" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_user" ON "sign_ins" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "sign_ins_at" ON "sign_ins" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");