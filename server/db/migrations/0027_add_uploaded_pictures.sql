CREATE TABLE "uploaded_picture" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"purge_began_at" timestamp with time zone,
	CONSTRAINT "uploaded_picture_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE INDEX "uploaded_picture_unpublished_idx" ON "uploaded_picture" USING btree ("used_at") WHERE "uploaded_picture"."published_at" is null;