import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bulk downloads: what lists show, which documents the SAT's metadata has while it is compared, and what differs. */
export class Downloads1764276600000 implements MigrationInterface {
  name = 'Downloads1764276600000';

  async up(runner: QueryRunner): Promise<void> {
    // It shows its stream; who works on it writes it through. `place`: how far a comparison has come.
    await runner.query(`
      CREATE TABLE reception.downloads (
        id              text PRIMARY KEY,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        revision        integer NOT NULL,
        under_way       boolean NOT NULL,
        place           json,
        doc             json NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX downloads_list ON reception.downloads (organization_id, livemode, created_at DESC, id DESC)`);
    await runner.query(`
      CREATE TABLE reception.download_documents (
        download_id text NOT NULL,
        uuid        uuid NOT NULL,
        PRIMARY KEY (download_id, uuid)
      )`);
    await runner.query(`
      CREATE TABLE reception.download_differences (
        download_id text NOT NULL,
        uuid        uuid NOT NULL,
        type        text NOT NULL,
        doc         json NOT NULL,
        PRIMARY KEY (download_id, uuid)
      )`);
    // Up to which day an organization has downloaded daily.
    await runner.query(`
      CREATE TABLE reception.daily_downloads (
        organization_id text PRIMARY KEY,
        kinds           text[] NOT NULL,
        format          text NOT NULL,
        last_day        date
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['daily_downloads', 'download_differences', 'download_documents', 'downloads'])
      await runner.query(`DROP TABLE reception.${table}`);
  }
}
