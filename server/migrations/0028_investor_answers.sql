CREATE TABLE "investor_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "investor_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"rules_version" text NOT NULL,
	"category" text NOT NULL,
	"answers" jsonb NOT NULL,
	"unmet" jsonb NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"certification_id" bigint
);
--> statement-breakpoint
ALTER TABLE "investor_answers" ADD CONSTRAINT "investor_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_answers" ADD CONSTRAINT "investor_answers_certification_id_certifications_id_fk" FOREIGN KEY ("certification_id") REFERENCES "public"."certifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "investor_answers_user" ON "investor_answers" USING btree ("user_id","given_at");--> statement-breakpoint
CREATE INDEX "investor_answers_certification" ON "investor_answers" USING btree ("certification_id");