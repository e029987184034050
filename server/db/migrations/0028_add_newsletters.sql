CREATE TABLE "newsletter" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"html" text,
	"text" text,
	"recipients" integer,
	"started_at" timestamp with time zone,
	"started_by" text,
	"ended_at" timestamp with time zone,
	"stopped_by" text,
	"next_batch_at" timestamp with time zone,
	"counts" jsonb
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipient" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"email" text NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	CONSTRAINT "newsletter_recipient_unique" UNIQUE("newsletter_id","email")
);
--> statement-breakpoint
ALTER TABLE "subscriber" ADD COLUMN "confirm_token" text;--> statement-breakpoint
ALTER TABLE "newsletter_recipient" ADD CONSTRAINT "newsletter_recipient_newsletter_id_newsletter_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletter"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_next_batch_idx" ON "newsletter" USING btree ("next_batch_at");--> statement-breakpoint
CREATE INDEX "newsletter_recipient_due_idx" ON "newsletter_recipient" USING btree ("newsletter_id","next_attempt_at") WHERE "newsletter_recipient"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_recipient_email_idx" ON "newsletter_recipient" USING btree ("email");--> statement-breakpoint
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_confirm_token_unique" UNIQUE("confirm_token");--> statement-breakpoint
CREATE FUNCTION reject_newsletter_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a newsletter that was sent does not change';
END
$$;--> statement-breakpoint
CREATE TRIGGER newsletter_not_changed BEFORE UPDATE ON "newsletter" FOR EACH ROW
	WHEN (OLD."started_at" IS NOT NULL AND (OLD."content", OLD."version", OLD."html", OLD."text", OLD."recipients", OLD."started_at", OLD."started_by") IS DISTINCT FROM (NEW."content", NEW."version", NEW."html", NEW."text", NEW."recipients", NEW."started_at", NEW."started_by"))
	EXECUTE FUNCTION reject_newsletter_change();--> statement-breakpoint
CREATE TRIGGER newsletter_not_deleted BEFORE DELETE ON "newsletter" FOR EACH ROW
	WHEN (OLD."started_at" IS NOT NULL) EXECUTE FUNCTION reject_newsletter_change();
