-- The row that is there is of a former release, which may still serve: no value for it. A new installation's is written later.
ALTER TABLE "installation" ADD COLUMN "sealed_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installation" ALTER COLUMN "sealed_since" SET DEFAULT now();
