CREATE TABLE "order_return" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"lines" jsonb NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"resolution" text NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"tracking" text DEFAULT '' NOT NULL,
	"explanation" text DEFAULT '' NOT NULL,
	"codes" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_return_order_idx" ON "order_return" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "order_return_open_idx" ON "order_return" USING btree ("requested_at") WHERE "order_return"."state" in ('requested', 'approved', 'received');