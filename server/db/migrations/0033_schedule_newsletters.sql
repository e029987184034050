ALTER TABLE "newsletter" ADD COLUMN "send_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter" ADD COLUMN "scheduled_by" text;--> statement-breakpoint
ALTER TABLE "newsletter" ADD COLUMN "schedule_error" text;--> statement-breakpoint
CREATE INDEX "newsletter_send_at_idx" ON "newsletter" USING btree ("send_at") WHERE "newsletter"."send_at" is not null;