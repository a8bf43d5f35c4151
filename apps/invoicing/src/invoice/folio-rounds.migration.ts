import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The issues that took their folios together, in the order of their numbers: the last of them is `last_holder`, and `held_to` is
 * what `next` was after them. They hold only as long as both are so still; processes of the release before know neither.
 */
export class FolioRounds1764460800272 implements MigrationInterface {
  name = 'FolioRounds1764460800272';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE invoicing.folio_counters ADD COLUMN holders text[], ADD COLUMN held_to bigint',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoicing.folio_counters DROP COLUMN holders, DROP COLUMN held_to');
  }
}
