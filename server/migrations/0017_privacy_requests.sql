CREATE TABLE "complaints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "complaints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" bigint,
	"closed_at" timestamp with time zone,
	CONSTRAINT "complaints_state_known" CHECK ("complaints"."state" in ('open', 'answered', 'closed')),
	CONSTRAINT "complaints_answered" CHECK ("complaints"."state" = 'open' or "complaints"."answer" is not null)
);
--> statement-breakpoint
CREATE TABLE "erasure_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasure_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" bigint,
	"answer" text,
	"plan" jsonb,
	CONSTRAINT "erasure_requests_state_known" CHECK ("erasure_requests"."state" in ('requested', 'carried_out', 'refused', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "legal_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"set_by" bigint NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_by" bigint,
	"lift_reason" text
);
--> statement-breakpoint
CREATE TABLE "retention_records" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"ground" text NOT NULL,
	"retain_until" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"purged_at" timestamp with time zone,
	"removed" jsonb
);
--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_records" ADD CONSTRAINT "retention_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaints_user" ON "complaints" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "complaints_due" ON "complaints" USING btree ("due_at","id") WHERE "complaints"."state" <> 'closed';--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_open" ON "erasure_requests" USING btree ("user_id") WHERE "erasure_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "erasure_requests_user" ON "erasure_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "erasure_requests_due" ON "erasure_requests" USING btree ("due_at","id") WHERE "erasure_requests"."state" = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_in_force" ON "legal_holds" USING btree ("user_id") WHERE "legal_holds"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "retention_records_due" ON "retention_records" USING btree ("retain_until") WHERE "retention_records"."purged_at" is null;