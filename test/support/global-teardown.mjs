import pg from 'pg';

/** Stops the Postgres server of the run, if any test file asked for one; on a server of others, removes what is left. */
export default async function tearDown() {
  await globalThis.timbraTestPostgres?.stop();
  const given = process.env.TIMBRA_TEST_DATABASE_URL;
  if (!given) return;
  const client = new pg.Client({ connectionString: given });
  try {
    await client.connect();
  } catch {
    // A server that can't be reached keeps nothing of this run.
    return;
  }
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      `filled_${process.env.TIMBRA_TEST_RUN}_`,
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname}`);
  } finally {
    await client.end();
  }
}
