CREATE TABLE "offer_code" (
	"code" text PRIMARY KEY NOT NULL,
	"percent" integer NOT NULL,
	"base" text NOT NULL,
	"applies_to" text[] NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone,
	"orders_max" integer,
	"orders_per_customer_max" integer,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_redemption" (
	"order_number" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"reserved_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "offer_code" text;--> statement-breakpoint
ALTER TABLE "offer_redemption" ADD CONSTRAINT "offer_redemption_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_redemption" ADD CONSTRAINT "offer_redemption_code_offer_code_code_fk" FOREIGN KEY ("code") REFERENCES "public"."offer_code"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_redemption_code_idx" ON "offer_redemption" USING btree ("code");