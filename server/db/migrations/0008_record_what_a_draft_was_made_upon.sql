ALTER TABLE "edition_draft" ADD COLUMN "base_edition" integer;--> statement-breakpoint
ALTER TABLE "edition_draft" ADD COLUMN "confirmation" text;--> statement-breakpoint
UPDATE "edition_draft" SET "base_edition" = coalesce(
  (SELECT max("number") FROM "edition" WHERE "edition"."published_at" <= "edition_draft"."created_at"),
  (SELECT min("number") FROM "edition")
);--> statement-breakpoint
ALTER TABLE "edition_draft" ALTER COLUMN "base_edition" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "edition_draft" ADD CONSTRAINT "edition_draft_base_edition_edition_number_fk" FOREIGN KEY ("base_edition") REFERENCES "public"."edition"("number") ON DELETE no action ON UPDATE no action;
