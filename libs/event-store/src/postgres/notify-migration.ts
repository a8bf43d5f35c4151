import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appendFunction } from './append-function.js';

/**
 * Appends of the release before tell processes of this one: one notification for each commit (notifications.ts). Not where the
 * connection says that it is quiet (`createPool`): the process tells by itself (append-teller.ts), or is alone.
 *
 * Both forms of the function hold the lock of the appends until the commit, so the lock of notifications
 * makes appends wait for no more than they did.
 */
export class AppendsNotify1764291000300 implements MigrationInterface {
  name = 'AppendsNotify1764291000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(appendFunction({ tells: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(appendFunction({ tells: false }));
  }
}
