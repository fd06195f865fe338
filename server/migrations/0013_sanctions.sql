CREATE TABLE "case_screenings" (
	"case_id" bigint PRIMARY KEY NOT NULL,
	"round" integer NOT NULL,
	"list_ids" bigint[] NOT NULL,
	"lists" jsonb NOT NULL,
	"subjects" jsonb NOT NULL,
	"screened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sanctions_entries" (
	"list_id" bigint NOT NULL,
	"ref" text NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"hash" text NOT NULL,
	"keys" text[] NOT NULL,
	CONSTRAINT "sanctions_entries_list_id_ref_pk" PRIMARY KEY("list_id","ref")
);
--> statement-breakpoint
CREATE TABLE "sanctions_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sanctions_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"format" text NOT NULL,
	"version" text NOT NULL,
	"published_on" text NOT NULL,
	"sha256" text NOT NULL,
	"entries" integer NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "screening_matches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_matches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"subject_key" text NOT NULL,
	"subject_hash" text NOT NULL,
	"source" text NOT NULL,
	"entry_ref" text NOT NULL,
	"entry_hash" text NOT NULL,
	"entry" jsonb NOT NULL,
	"list" jsonb NOT NULL,
	"level" text NOT NULL,
	"score" double precision NOT NULL,
	"explanation" jsonb NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"comment" text,
	"decided_at" timestamp with time zone,
	"decided_by" bigint,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "case_screenings" ADD CONSTRAINT "case_screenings_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanctions_entries" ADD CONSTRAINT "sanctions_entries_list_id_sanctions_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."sanctions_lists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_matches" ADD CONSTRAINT "screening_matches_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_matches" ADD CONSTRAINT "screening_matches_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sanctions_entries_keys" ON "sanctions_entries" USING gin ("keys");--> statement-breakpoint
CREATE UNIQUE INDEX "sanctions_lists_in_force" ON "sanctions_lists" USING btree ("source") WHERE "sanctions_lists"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "screening_matches_standing" ON "screening_matches" USING btree ("case_id","subject_key","source","entry_ref") WHERE "screening_matches"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "screening_matches_open" ON "screening_matches" USING btree ("id") WHERE "screening_matches"."state" = 'open' and "screening_matches"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "screening_matches_case" ON "screening_matches" USING btree ("case_id","id");