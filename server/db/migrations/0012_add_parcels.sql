CREATE TABLE "parcel" (
	"order_number" text PRIMARY KEY NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"weight_mg" bigint NOT NULL,
	"seal" text NOT NULL,
	"packed_at" timestamp with time zone NOT NULL,
	"courier_order_id" text,
	"shipment_id" text,
	"awb" text,
	"courier_name" text,
	"label_url" text,
	"manifest_url" text,
	"tracking_url" text,
	"expected_at" timestamp with time zone,
	"dispatched_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"task" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"problem" text,
	"track_attempts" integer DEFAULT 0 NOT NULL,
	"next_track_at" timestamp with time zone,
	CONSTRAINT "parcel_awb_unique" UNIQUE("awb")
);
--> statement-breakpoint
CREATE TABLE "parcel_scan" (
	"order_number" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status_code" integer NOT NULL,
	"activity" text NOT NULL,
	"location" text NOT NULL,
	CONSTRAINT "parcel_scan_order_number_at_status_code_activity_pk" PRIMARY KEY("order_number","at","status_code","activity")
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "packed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_scan" ADD CONSTRAINT "parcel_scan_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_state_idx" ON "parcel" USING btree ("state","placed_at","order_number");--> statement-breakpoint
CREATE INDEX "parcel_next_attempt_idx" ON "parcel" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "parcel_next_track_idx" ON "parcel" USING btree ("next_track_at");--> statement-breakpoint
CREATE INDEX "parcel_problem_idx" ON "parcel" USING btree ("placed_at") WHERE "parcel"."problem" is not null;--> statement-breakpoint
CREATE INDEX "order_to_pack_idx" ON "order" USING btree ("completed_at","number") WHERE "order"."status" = 'completed' and "order"."packed_at" is null;--> statement-breakpoint
CREATE INDEX "order_email_idx" ON "order" USING btree (lower("ship_to" ->> 'email'),"placed_at");--> statement-breakpoint
CREATE INDEX "order_phone_idx" ON "order" USING btree (right(regexp_replace("ship_to" ->> 'phone', '[^0-9]', '', 'g'), 10),"placed_at");--> statement-breakpoint
CREATE INDEX "order_pincode_idx" ON "order" USING btree (("ship_to" ->> 'pincode'),"placed_at");--> statement-breakpoint
CREATE INDEX "order_name_idx" ON "order" USING gin (to_tsvector('simple', "ship_to" ->> 'name'));--> statement-breakpoint
CREATE INDEX "order_line_huids_idx" ON "order_line" USING gin ("huids") WHERE "order_line"."huids" is not null;