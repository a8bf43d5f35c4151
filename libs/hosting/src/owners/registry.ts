import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which services have a database of their own, and which one (docs/adr/0090), in the database that all share. And what keeps
 * rows out of the database where they don't belong: a trigger on tables that are there for the migrations alone.
 */
export class OwnDatabases1764342200090 implements MigrationInterface {
  name = 'OwnDatabases1764342200090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.own_databases (
        service  text PRIMARY KEY,
        database uuid NOT NULL,
        since    timestamptz NOT NULL DEFAULT now()
      )`);
    // Migrations may write: what they change in a place without rows is nothing, and old rows stay in the form of the new ones.
    await runner.query(`
      CREATE FUNCTION platform.refuse_elsewhere() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_setting('timbra.migrating', true) IS DISTINCT FROM 'on' THEN
          RAISE EXCEPTION 'the rows of %.% are in another database (DATABASE_URL and those of services)', TG_TABLE_SCHEMA, TG_TABLE_NAME
            USING ERRCODE = '55000';
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION platform.refuse_elsewhere() CASCADE');
    await runner.query('DROP TABLE platform.own_databases');
  }
}
