import type pg from 'pg';

type Queryable = Pick<pg.ClientBase, 'query'>;

/** Refuses rows in tables whose rows are elsewhere. A table that is closed already is left alone. */
export async function closeTables(db: Queryable, tables: readonly string[]): Promise<void> {
  await db.query(`
    DO $$ DECLARE closed regclass; BEGIN
      FOREACH closed IN ARRAY '{${tables.map((name) => `"${name.replaceAll('"', '\\"')}"`).join(',')}}'::regclass[] LOOP
        IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = closed AND tgname = 'timbra_elsewhere') THEN
          EXECUTE format('CREATE TRIGGER timbra_elsewhere BEFORE INSERT OR UPDATE OR DELETE ON %s
            FOR EACH ROW EXECUTE FUNCTION platform.refuse_elsewhere()', closed);
        END IF;
      END LOOP;
    END $$`);
}
