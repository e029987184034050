ALTER TABLE "order_event" ADD COLUMN "actor" text DEFAULT nullif(current_setting('shop.actor', true), '');--> statement-breakpoint
ALTER TABLE "dashboard_refund" ADD COLUMN "processed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_particulars" ADD COLUMN "legal_name" text DEFAULT 'Swarnika Jewellers' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_particulars" ADD COLUMN "city" text DEFAULT 'New Delhi' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_particulars" ADD COLUMN "pincode" text DEFAULT '110059' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_particulars" ADD COLUMN "phone" text DEFAULT '+91 11 5550 1995' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_particulars" ADD COLUMN "email" text DEFAULT 'care@swarnika.example' NOT NULL;--> statement-breakpoint
-- The gateway processes a refund within days; the audit asks for those of the last ten.
UPDATE "dashboard_refund" SET "processed_at" = "recorded_at" WHERE "failed_at" IS NULL AND "created_at" < now() - interval '10 days';
