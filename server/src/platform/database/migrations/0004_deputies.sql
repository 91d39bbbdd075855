ALTER TABLE "groups" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "without_admin_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "creator_seen_on" date;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "deputy_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "take_over_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "ignores_members" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "groups_with_deputies" ON "groups" USING btree ("id") WHERE creator_seen_on is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_take_over" ON "memberships" USING btree ("group_id") WHERE take_over_asked_at is not null;--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("disabled_at") WHERE disabled_at is not null;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_creator_unless_without_admin" CHECK ("groups"."created_by" is not null or "groups"."without_admin_since" is not null);