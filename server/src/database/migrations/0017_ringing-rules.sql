CREATE TABLE "follows" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"member_id" text NOT NULL,
	CONSTRAINT "follows_group_id_user_id_member_id_pk" PRIMARY KEY("group_id","user_id","member_id"),
	CONSTRAINT "follows_of_others" CHECK ("follows"."user_id" <> "follows"."member_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "rings" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_only_members" FOREIGN KEY ("group_id","member_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_of_member" ON "follows" USING btree ("group_id","member_id");