import { FolioRounds1764460800272 } from './invoice/folio-rounds.migration.js';
import { PaymentsOfBefore1764290000273 } from './invoice/past-payments.migration.js';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Claims name the revision of their invoice at which they were made (ADR 34). Rows of the release before have none:
 * its processes run beside new ones for a while, and write without it.
 */
export class FencedClaims1763700000340 implements MigrationInterface {
  name = 'FencedClaims1763700000340';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.idempotency_keys ADD COLUMN revision int');
    // What a claim was answered with, for the same attempt when it asks again.
    await runner.query(`
      ALTER TABLE invoicing.balance_claims
        ADD COLUMN revision int, ADD COLUMN balance numeric, ADD COLUMN first_installment int`);
    // Locks are held within one call only, so a process that sleeps holds none. Those of the release before hold the
    // same ones over several, so the wait has an end.
    await runner.query(`
      CREATE FUNCTION invoicing.claim_balances(
        organization text, live boolean, payment text, at_revision int, seen text[], claims json
      ) RETURNS text LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
      DECLARE
        invoices text[] := ARRAY(
          SELECT c->>'invoice' FROM json_array_elements(claims) AS c ORDER BY c->>'invoice' COLLATE "C");
        invoice text;
      BEGIN
        FOREACH invoice IN ARRAY invoices LOOP
          PERFORM pg_advisory_xact_lock(hashtextextended('balance ' || organization || ' ' || invoice, 0));
        END LOOP;
        IF EXISTS (
          SELECT FROM invoicing.balance_claims AS w
          WHERE w.organization_id = organization AND w.livemode = live AND w.payment_id = payment
            AND w.revision >= at_revision)
        THEN RETURN 'held'; END IF;
        IF seen IS DISTINCT FROM ARRAY(
          SELECT concat_ws(' ', o.invoice_id, o.payment_id, (extract(epoch FROM o.claimed_at) * 1000000)::bigint)
          FROM invoicing.balance_claims AS o
          WHERE o.organization_id = organization AND o.livemode = live
            AND o.invoice_id = ANY (invoices) AND o.payment_id <> payment
          ORDER BY o.invoice_id COLLATE "C", o.payment_id COLLATE "C")
        THEN RETURN 'moved'; END IF;
        DELETE FROM invoicing.balance_claims AS w
        WHERE w.organization_id = organization AND w.livemode = live AND w.payment_id = payment;
        INSERT INTO invoicing.balance_claims
          (organization_id, livemode, invoice_id, payment_id, amount, installment, replaces,
           revision, balance, first_installment)
        SELECT organization, live, c.invoice, payment, c.amount, c.last_installment, c.replaces,
          at_revision, c.balance, c.first_installment
        FROM json_to_recordset(claims) AS c(
          invoice text, amount numeric, balance numeric, first_installment int, last_installment int, replaces text[]);
        RETURN 'claimed';
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION invoicing.claim_balances');
    await runner.query(`
      ALTER TABLE invoicing.balance_claims
        DROP COLUMN revision, DROP COLUMN balance, DROP COLUMN first_installment`);
    await runner.query('ALTER TABLE invoicing.idempotency_keys DROP COLUMN revision');
  }
}

/**
 * Counters that people set (ADR 39): which numbers a set has skipped, so that the counter can be set back to those and no
 * further; and the counter of receipts.
 */
export class SetFolios1764150000391 implements MigrationInterface {
  name = 'SetFolios1764150000391';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE invoicing.folio_counters ADD COLUMN skipped_from bigint, ADD COLUMN skipped_to bigint',
    );
    await runner.query(`
      CREATE TABLE invoicing.receipt_folio_counters (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        series          text NOT NULL DEFAULT '',
        next            bigint NOT NULL,
        last_holder     text,
        skipped_from    bigint,
        skipped_to      bigint,
        PRIMARY KEY (organization_id, livemode, series)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invoicing.receipt_folio_counters');
    await runner.query(
      'ALTER TABLE invoicing.folio_counters DROP COLUMN skipped_from, DROP COLUMN skipped_to',
    );
  }
}

/** Idempotency keys of retentions, in a table of their own: the same key may be an invoice's too (ADR 63). */
export class RetentionKeys1764150002200 implements MigrationInterface {
  name = 'RetentionKeys1764150002200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invoicing.retention_keys (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        key             text NOT NULL,
        holder          text NOT NULL,
        request         text,
        revision        int,
        claimed_at      timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, livemode, key)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invoicing.retention_keys');
  }
}

/**
 * What payments pay by UUID, of documents that were issued elsewhere: whichever of the two is here first waits in it for the
 * other. `invoice_id`: the document, once the payment was made to count there.
 */
export class PaidDocuments1764270000261 implements MigrationInterface {
  name = 'PaidDocuments1764270000261';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invoicing.paid_documents (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        uuid            text NOT NULL,
        payment_id      text NOT NULL,
        amount          numeric NOT NULL,
        installment     int NOT NULL,
        invoice_id      text,
        PRIMARY KEY (organization_id, livemode, uuid, payment_id)
      )`);
    await runner.query(
      'CREATE INDEX paid_documents_payment ON invoicing.paid_documents (organization_id, livemode, payment_id)',
    );
    // Under the lock of those who claim (claim_balances), so that what they have seen is what there is.
    await runner.query(`
      CREATE FUNCTION invoicing.adopt_payment(
        organization text, live boolean, invoice text, payment text, paid numeric, number int, places text[]
      ) RETURNS void LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('balance ' || organization || ' ' || invoice, 0));
        INSERT INTO invoicing.balance_claims
          (organization_id, livemode, invoice_id, payment_id, amount, installment, replaces)
        VALUES (organization, live, invoice, payment, paid, number, places)
        ON CONFLICT DO NOTHING;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION invoicing.adopt_payment');
    await runner.query('DROP TABLE invoicing.paid_documents');
  }
}

/** Documents of the organization's past whose receiver was no customer at their import: who becomes one finds them by its RFC. */
export class PastReceivers1764290000271 implements MigrationInterface {
  name = 'PastReceivers1764290000271';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invoicing.past_receivers (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        tax_id          text NOT NULL,
        invoice_id      text NOT NULL,
        PRIMARY KEY (organization_id, livemode, tax_id, invoice_id)
      )`);
    await runner.query(
      'CREATE INDEX past_receivers_invoice ON invoicing.past_receivers (organization_id, livemode, invoice_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invoicing.past_receivers');
  }
}

export const invoicingMigrations = [
  FencedClaims1763700000340,
  SetFolios1764150000391,
  RetentionKeys1764150002200,
  PaidDocuments1764270000261,
  PastReceivers1764290000271,
  PaymentsOfBefore1764290000273,
  FolioRounds1764460800272,
];
