-- From here on a notice keeps what its sentence is made of. Older programs cannot serve here: they have no sentence for it.
ALTER TABLE "notices" ADD COLUMN "recipient_role" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "count" integer;