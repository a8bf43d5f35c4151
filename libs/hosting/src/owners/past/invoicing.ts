import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read model of invoices, and what only one invoice may have: idempotency keys and folios. */
export class Invoicing1763700000010 implements MigrationInterface {
  name = 'Invoicing1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS invoicing');
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query('CREATE EXTENSION IF NOT EXISTS btree_gin');
    await runner.query(`
      CREATE TABLE invoicing.invoices (
        id                  text PRIMARY KEY,
        revision            int NOT NULL,
        organization_id     text NOT NULL,
        livemode            boolean NOT NULL,
        status              text NOT NULL,
        hidden              boolean NOT NULL,
        type                text NOT NULL,
        issuer_type         text NOT NULL,
        customer_id         text,
        customer_tax_id     text,
        payment_method      text NOT NULL,
        payment_status      text,
        amount_due          numeric,
        total               numeric NOT NULL,
        folio_number        bigint,
        series              text,
        external_id         text,
        uuid                text,
        cancellation_status text NOT NULL,
        created_at          timestamptz NOT NULL,
        sort_at             timestamptz NOT NULL,
        search              text NOT NULL,
        xml_key             text,
        timbre_xml          text,
        receipt_key         text,
        outcome             json,
        draft               json,
        doc                 json NOT NULL
      )`);
    // Lists look at many rows and show the documents of few: those, and stamps, lie apart from the rows.
    await runner.query('ALTER TABLE invoicing.invoices SET (toast_tuple_target = 1024)');
    const scope = 'organization_id, livemode';
    const order = 'sort_at DESC, id DESC';
    for (const [name, columns, where] of [
      ['list', `${scope}, ${order}`, 'NOT hidden'],
      ['customer', `${scope}, customer_id, ${order}`, 'NOT hidden'],
      ['uuid', `${scope}, uuid`, 'uuid IS NOT NULL'],
      ['external', `${scope}, external_id`, 'external_id IS NOT NULL'],
      ['folio', `${scope}, series, folio_number`, 'NOT hidden'],
      ['tax_id', `${scope}, customer_tax_id, ${order}`, 'NOT hidden'],
      ['total', `${scope}, total`, 'NOT hidden'],
      ['status', `${scope}, status, ${order}`, "status <> 'valid' AND NOT hidden"],
      ['cancellation', `${scope}, cancellation_status, ${order}`, "cancellation_status <> 'none'"],
      ['unpaid', `${scope}, ${order}`, "payment_status = 'unpaid'"],
    ] as const)
      await runner.query(`CREATE INDEX invoices_${name} ON invoicing.invoices (${columns}) WHERE ${where}`);
    await runner.query(
      `CREATE INDEX invoices_search ON invoicing.invoices USING gin (organization_id, search gin_trgm_ops)`,
    );
    await runner.query(`
      CREATE TABLE invoicing.idempotency_keys (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        key             text NOT NULL,
        holder          text NOT NULL,
        claimed_at      timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, livemode, key)
      )`);
    await runner.query(`
      CREATE TABLE invoicing.folio_counters (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        series          text NOT NULL,
        next            bigint NOT NULL,
        last_holder     text,
        PRIMARY KEY (organization_id, livemode, series)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA invoicing CASCADE');
  }
}

/** Payments and goods that are moved have no payment method of their own. */
export class InvoicesOfEveryType1763700000011 implements MigrationInterface {
  name = 'InvoicesOfEveryType1763700000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.invoices ALTER COLUMN payment_method DROP NOT NULL');
    await runner.query(`
      CREATE TABLE invoicing.balance_claims (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        invoice_id      text NOT NULL,
        payment_id      text NOT NULL,
        amount          numeric NOT NULL,
        claimed_at      timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, livemode, invoice_id, payment_id)
      )`);
    await runner.query(
      'CREATE INDEX balance_claims_payment ON invoicing.balance_claims (organization_id, livemode, payment_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invoicing.balance_claims');
    await runner.query("UPDATE invoicing.invoices SET payment_method = 'PUE' WHERE payment_method IS NULL");
    await runner.query('ALTER TABLE invoicing.invoices ALTER COLUMN payment_method SET NOT NULL');
  }
}

/**
 * Customer names are stored apart from descriptions: there are few of them, and they are searched before the invoices.
 */
export class CustomerNames1763700000012 implements MigrationInterface {
  name = 'CustomerNames1763700000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.invoices ADD COLUMN customer_search text');
    // The first line was the name, of those that have a customer; one pass over the table, without its documents.
    await runner.query(`
      UPDATE invoicing.invoices SET customer_search = left(split_part(search, E'\\n', 1), 400),
        search = substr(search, length(split_part(search, E'\\n', 1)) + 2)
      WHERE customer_tax_id IS NOT NULL`);
    await runner.query(`
      CREATE INDEX invoices_customer_name
      ON invoicing.invoices (organization_id, livemode, customer_search, sort_at DESC, id DESC) INCLUDE (status)
      WHERE NOT hidden`);
    // Of descriptions few are the same: more of them tell the planner how common a word is.
    await runner.query('ALTER TABLE invoicing.invoices ALTER COLUMN search SET STATISTICS 500');
    await runner.query(`
      CREATE TABLE invoicing.customer_names (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        customer_search text NOT NULL,
        PRIMARY KEY (organization_id, livemode, customer_search)
      )`);
    await runner.query(`
      CREATE INDEX customer_names_search
      ON invoicing.customer_names USING gin (organization_id, customer_search gin_trgm_ops)`);
    await runner.query(`
      INSERT INTO invoicing.customer_names
      SELECT DISTINCT organization_id, livemode, customer_search FROM invoicing.invoices
      WHERE customer_search IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invoicing.customer_names');
    await runner.query(`
      UPDATE invoicing.invoices SET search = concat_ws(E'\\n', customer_search, search)
      WHERE customer_search IS NOT NULL`);
    await runner.query('ALTER TABLE invoicing.invoices DROP COLUMN customer_search');
  }
}

/** What an idempotency key came with, where it came as a header: the same request is answered the same. */
export class IdempotentRequests1763700000013 implements MigrationInterface {
  name = 'IdempotentRequests1763700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.idempotency_keys ADD COLUMN request text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.idempotency_keys DROP COLUMN request');
  }
}

/** Claims know the number of their payment, so that none is given twice. */
export class NumberedClaims1763700000014 implements MigrationInterface {
  name = 'NumberedClaims1763700000014';

  async up(runner: QueryRunner): Promise<void> {
    // Processes of the release before, which run beside a new one for a while, do not say it.
    await runner.query('ALTER TABLE invoicing.balance_claims ADD COLUMN installment int NOT NULL DEFAULT 0');
    // They were numbered in the order in which they came.
    await runner.query(`
      UPDATE invoicing.balance_claims AS claim SET installment = numbered.installment
      FROM (
        SELECT organization_id, livemode, invoice_id, payment_id, row_number() OVER (
          PARTITION BY organization_id, livemode, invoice_id ORDER BY claimed_at, payment_id) AS installment
        FROM invoicing.balance_claims
      ) AS numbered
      WHERE (claim.organization_id, claim.livemode, claim.invoice_id, claim.payment_id)
        = (numbered.organization_id, numbered.livemode, numbered.invoice_id, numbered.payment_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.balance_claims DROP COLUMN installment');
  }
}

/** Claims know the payments in whose place theirs is: together these count once. */
export class SubstituteClaims1763700000015 implements MigrationInterface {
  name = 'SubstituteClaims1763700000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE invoicing.balance_claims ADD COLUMN replaces text[] NOT NULL DEFAULT '{}'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.balance_claims DROP COLUMN replaces');
  }
}

export const invoicingMigrations = [
  Invoicing1763700000010,
  InvoicesOfEveryType1763700000011,
  CustomerNames1763700000012,
  IdempotentRequests1763700000013,
  NumberedClaims1763700000014,
  SubstituteClaims1763700000015,
];
