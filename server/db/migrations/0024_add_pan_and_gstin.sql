CREATE TABLE "order_pan" (
	"order_number" text PRIMARY KEY NOT NULL,
	"pan" text NOT NULL,
	"key_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "gstin" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "business_name" text;--> statement-breakpoint
ALTER TABLE "order_pan" ADD CONSTRAINT "order_pan_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;