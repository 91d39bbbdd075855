ALTER TABLE "calls" ADD COLUMN "unmailed" text[];--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "uncalled_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "calls_unmailed" ON "calls" USING btree ("id") WHERE unmailed is not null;--> statement-breakpoint
UPDATE "groups" SET "uncalled_at" = now() WHERE "id" IN (SELECT "group_id" FROM "calls" WHERE "closed_at" IS NULL);
