CREATE TABLE "opening_confirmation" (
	"id" text PRIMARY KEY NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL
);
