CREATE TABLE "call_answers" (
	"call_id" text NOT NULL,
	"user_id" text NOT NULL,
	"can" boolean NOT NULL,
	"words" text,
	CONSTRAINT "call_answers_call_id_user_id_pk" PRIMARY KEY("call_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "called" (
	"call_id" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "called_call_id_user_id_pk" PRIMARY KEY("call_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"asker_id" text NOT NULL,
	"text" text NOT NULL,
	"everybody" boolean NOT NULL,
	"needed" integer,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"outcome" text,
	"rung_at" timestamp (3) with time zone NOT NULL,
	"rings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "calls_closed" CHECK (("calls"."closed_at" is null) = ("calls"."outcome" is null))
);
--> statement-breakpoint
ALTER TABLE "boards" ADD COLUMN "shows_calls" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "askers" text;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "tells_call_texts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "may_ask" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "ignores_calls" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "call_id" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "call_text" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "call_names" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mails_calls" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "call_answers" ADD CONSTRAINT "call_answers_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_answers" ADD CONSTRAINT "call_answers_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "called" ADD CONSTRAINT "called_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "called" ADD CONSTRAINT "called_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_asker_id_users_uid_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_answers_of_user" ON "call_answers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "called_of_user" ON "called" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "calls_of_group" ON "calls" USING btree ("group_id","opened_at");--> statement-breakpoint
CREATE INDEX "calls_of_asker" ON "calls" USING btree ("asker_id");--> statement-breakpoint
CREATE INDEX "calls_by_end" ON "calls" USING btree ("ends_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "calls_by_close" ON "calls" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "notices_of_call" ON "notices" USING btree ("call_id") WHERE call_id is not null;