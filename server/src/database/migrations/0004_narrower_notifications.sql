DROP INDEX "notices_by_time";--> statement-breakpoint
CREATE TABLE "narrower" (
	"notice_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
INSERT INTO "narrower" SELECT "notice_id", "user_id", "read" FROM "notifications";--> statement-breakpoint
DROP TABLE "notifications";--> statement-breakpoint
ALTER TABLE "narrower" RENAME TO "notifications";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_read_notice_id_pk" PRIMARY KEY("user_id","read","notice_id");
