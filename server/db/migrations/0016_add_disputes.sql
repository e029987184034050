CREATE TABLE "dispute" (
	"id" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"respond_by" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_order_idx" ON "dispute" USING btree ("order_number");