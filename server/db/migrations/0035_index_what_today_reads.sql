CREATE INDEX "order_takings_idx" ON "order" USING btree ("completed_at","is_test","total");--> statement-breakpoint
CREATE INDEX "stock_movement_correction_idx" ON "stock_movement" USING btree ("id") WHERE "stock_movement"."cause" = 'correction';--> statement-breakpoint
CREATE INDEX "dashboard_refund_recorded_idx" ON "dashboard_refund" USING btree ("recorded_at");--> statement-breakpoint
DROP INDEX "order_completed_idx";
