import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that the API reads, where they were; each keeps its name. */
const MOVED = [
  'organizations.organizations',
  'organizations.users',
  'customers.customers',
  'customers.products',
  'invoicing.invoices',
  'invoicing.customer_names',
  'notifications.mails',
  'notifications.archives',
] as const;

const nameOf = (table: string): string => table.slice(table.indexOf('.') + 1);

const FIELDS = ['legal_name', 'tax_id', 'tax_system', 'email', 'phone', 'default_invoice_use', 'address'];
const MORE_FIELDS = ['curp', 'external_id'];
const ADDRESS = ['street', 'exterior', 'interior', 'neighborhood', 'city', 'municipality'];
const MORE_ADDRESS = ['zip', 'state', 'country'];

/** SQL for the text of a JSON object: as JSON.stringify writes it, since so does the projection. */
const objectOf = (names: readonly string[], valueOf: (name: string) => string): string =>
  `'{' || concat_ws(',', ${names.map((name) => `'"${name}":' || ${valueOf(name)}`).join(', ')}) || '}'`;
const memberOf = (object: string) => (name: string) => `coalesce((${object}->'${name}')::text, 'null')`;
const addressOf = objectOf([...ADDRESS, ...MORE_ADDRESS], memberOf("doc->'address'"));
const fieldsOf = objectOf([...FIELDS, ...MORE_FIELDS], (name) =>
  name === 'address' ? addressOf : memberOf('doc')(name),
);

/**
 * What the API reads becomes the gateway's: its tables move to a schema of their own, with their rows, and their
 * projections keep names and checkpoints, so nothing is replayed (docs/adr/0023). The customers service keeps what it
 * looks for twins in; the local mailbox, which plays somebody else's mail server, is shared.
 *
 * Processes of the release before go on meanwhile: views stand where the tables were. They go with the first rebuild,
 * or with a later release.
 */
export class ReadModelsHaveAnOwner1763700000130 implements MigrationInterface {
  name = 'ReadModelsHaveAnOwner1763700000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA gateway');
    for (const table of MOVED) await move(runner, table, 'gateway');
    await move(runner, 'notifications.mailbox', 'platform');
    // Of the release before alone, whose customers service looks there.
    await runner.query('ALTER TABLE gateway.customers ALTER COLUMN fingerprint DROP NOT NULL');
    await runner.query(`
      CREATE TABLE customers.twins (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        fingerprint     text NOT NULL,
        fields          json NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX twins_fingerprint ON customers.twins (organization_id, livemode, fingerprint)',
    );
    await runner.query(`
      INSERT INTO customers.twins (id, revision, organization_id, livemode, fingerprint, fields)
      SELECT id, revision, organization_id, livemode, fingerprint, (${fieldsOf})::json FROM gateway.customers`);
    await runner.query(`
      INSERT INTO platform.checkpoints (name, position)
      SELECT 'customers.twins', position FROM platform.checkpoints WHERE name = 'customers.customers'
      ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM platform.checkpoints WHERE name = 'customers.twins'");
    await runner.query('DROP TABLE customers.twins');
    await moveBack(runner, 'notifications.mailbox', 'platform');
    for (const table of MOVED) await moveBack(runner, table, 'gateway');
    await runner.query('DROP SCHEMA gateway');
  }
}

async function move(runner: QueryRunner, table: string, schema: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} SET SCHEMA ${schema}`);
  await runner.query(`CREATE VIEW ${table} AS SELECT * FROM ${schema}.${nameOf(table)}`);
}

async function moveBack(runner: QueryRunner, table: string, schema: string): Promise<void> {
  await runner.query(`DROP VIEW IF EXISTS ${table}`);
  await runner.query(`ALTER TABLE ${schema}.${nameOf(table)} SET SCHEMA ${table.split('.')[0]}`);
}
