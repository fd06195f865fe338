DROP INDEX "invoices_client";--> statement-breakpoint
CREATE INDEX "invoices_project" ON "invoices" USING btree ("project_id") WHERE "invoices"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id") WHERE "payments"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "business_profiles_case" ON "business_profiles" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "case_notes_author" ON "case_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "cases_decided_by" ON "cases" USING btree ("decided_by") WHERE "cases"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "kyc_profiles_case" ON "kyc_profiles" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "idp_links_account" ON "idp_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by") WHERE "invitations"."invited_by" is not null;--> statement-breakpoint
CREATE INDEX "invitations_resent_by" ON "invitations" USING btree ("resent_by") WHERE "invitations"."resent_by" is not null;--> statement-breakpoint
CREATE INDEX "complaints_answered_by" ON "complaints" USING btree ("answered_by") WHERE "complaints"."answered_by" is not null;--> statement-breakpoint
CREATE INDEX "erasure_requests_decided_by" ON "erasure_requests" USING btree ("decided_by") WHERE "erasure_requests"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "legal_holds_user" ON "legal_holds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "legal_holds_set_by" ON "legal_holds" USING btree ("set_by");--> statement-breakpoint
CREATE INDEX "legal_holds_lifted_by" ON "legal_holds" USING btree ("lifted_by") WHERE "legal_holds"."lifted_by" is not null;--> statement-breakpoint
CREATE INDEX "screening_matches_decided_by" ON "screening_matches" USING btree ("decided_by") WHERE "screening_matches"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "invoices_client" ON "invoices" USING btree ("client_id","dated_at","id");