import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stampings in doubt: few rows, which come and go. */
export class StampingDoubts1764150002310 implements MigrationInterface {
  name = 'StampingDoubts1764150002310';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.doubts (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        document_id     text NOT NULL,
        sealed_at       timestamptz NOT NULL,
        since           timestamptz,
        listed_at       timestamptz,
        watched_until   timestamptz,
        doc             json NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX doubts_list ON gateway.doubts (organization_id, livemode, since DESC, id DESC)
      WHERE listed_at IS NOT NULL`);
    await runner.query('CREATE INDEX doubts_document ON gateway.doubts (document_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.doubts');
  }
}
