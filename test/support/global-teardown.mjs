/** Stops the Postgres server of the run, if any test file asked for one. */
export default async function tearDown() {
  await globalThis.timbraTestPostgres?.stop();
}
