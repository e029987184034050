ALTER TABLE "order_line" ADD COLUMN "cancelled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "desk_refund" ADD COLUMN "cancelled_lines" jsonb;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_cancelled" CHECK ("order_line"."cancelled" between 0 and "order_line"."quantity");--> statement-breakpoint
UPDATE "parcel" SET "reference" = "order_number" WHERE "state" <> 'packed' OR "task" IS NOT NULL;