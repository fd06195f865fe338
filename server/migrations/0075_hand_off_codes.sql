ALTER TABLE "hand_offs" ADD COLUMN "code_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "hand_offs_code" ON "hand_offs" USING btree ("code_hash");