import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A tenant has so many downloads under way. One that is about to begin claims its place here; once it has its row, the row counts
 * instead. Locks are held within one call, so a process that sleeps holds none.
 */
export class DownloadClaims1764292000000 implements MigrationInterface {
  name = 'DownloadClaims1764292000000';

  async up(runner: QueryRunner): Promise<void> {
    // `attempt`: of the download's beginning, so that whatever comes late names what it means (ADR 34).
    await runner.query(`
      CREATE TABLE reception.download_claims (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        download_id     text NOT NULL,
        attempt         integer NOT NULL,
        claimed_at      timestamptz NOT NULL,
        PRIMARY KEY (organization_id, livemode, download_id)
      )`);
    await runner.query(`
      CREATE FUNCTION reception.claim_download(
        organization text, live boolean, download text, at_attempt int, most int
      ) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('download ' || organization || ' ' || live, 0));
        UPDATE reception.download_claims AS c
        SET attempt = greatest(c.attempt, at_attempt), claimed_at = clock_timestamp()
        WHERE c.organization_id = organization AND c.livemode = live AND c.download_id = download;
        IF FOUND THEN RETURN true; END IF;
        IF most <= (
          SELECT count(*) FROM (
            SELECT d.id FROM reception.downloads AS d
            WHERE d.organization_id = organization AND d.livemode = live AND d.under_way
            UNION
            SELECT c.download_id FROM reception.download_claims AS c
            WHERE c.organization_id = organization AND c.livemode = live) AS taken
          WHERE taken.id <> download)
        THEN RETURN false; END IF;
        INSERT INTO reception.download_claims (organization_id, livemode, download_id, attempt, claimed_at)
        VALUES (organization, live, download, at_attempt, clock_timestamp());
        RETURN true;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION reception.claim_download');
    await runner.query('DROP TABLE reception.download_claims');
  }
}
