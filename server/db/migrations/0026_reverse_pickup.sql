CREATE TABLE "return_pickup" (
	"return_id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"state" text NOT NULL,
	"reference" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"weight_mg" bigint NOT NULL,
	"awb" text,
	"courier_name" text,
	"scheduled_for" timestamp with time zone,
	"tracking_url" text,
	"task" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"problem" text,
	"track_attempts" integer DEFAULT 0 NOT NULL,
	"next_track_at" timestamp with time zone,
	CONSTRAINT "return_pickup_reference_unique" UNIQUE("reference"),
	CONSTRAINT "return_pickup_awb_unique" UNIQUE("awb")
);
--> statement-breakpoint
ALTER TABLE "return_pickup" ADD CONSTRAINT "return_pickup_return_id_order_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."order_return"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pickup" ADD CONSTRAINT "return_pickup_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_pickup_order_idx" ON "return_pickup" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "return_pickup_next_attempt_idx" ON "return_pickup" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "return_pickup_next_track_idx" ON "return_pickup" USING btree ("next_track_at");