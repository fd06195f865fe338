CREATE TABLE "sanctions_indexes" (
	"list_id" bigint NOT NULL,
	"part" text NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "sanctions_indexes_list_id_part_piece_pk" PRIMARY KEY("list_id","part","piece")
);
--> statement-breakpoint
ALTER TABLE "sanctions_entries" ALTER COLUMN "keys" SET DEFAULT '{}';--> statement-breakpoint
ALTER TABLE "sanctions_indexes" ADD CONSTRAINT "sanctions_indexes_list_id_sanctions_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."sanctions_lists"("id") ON DELETE no action ON UPDATE no action;