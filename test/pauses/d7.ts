import type { Replica, ServiceName } from '../failures/world.js';
import { invoice } from '../support/bodies.js';
import type { Stage } from './stage.js';

/** More than all dispatchers together have under way at one time. */
const WAITING = 4_000;
const LIMIT_MS = 15_000;

/** The command that stamps an invoice, as often as many invoices would have made it: it takes effect once all the same. */
const COPIES = `
  INSERT INTO platform.pending_commands (id, process, command, due_at)
  SELECT id, process, (command::jsonb || jsonb_build_object('id', id))::json, now()
  FROM (SELECT process, command FROM platform.pending_commands WHERE command->>'key' LIKE $1 || '%' LIMIT 1) AS one,
    (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)) AS ids`;

/** Processes that send commands too, and need not: the fewer do, the fewer copies are to be worked off at the end. */
const IDLE: readonly ServiceName[] = ['customers', 'notifications', 'webhooks', 'publisher'];

/** Stamping is dead, and more commands wait for it than are sent at one time: cancellations go on. */
export async function oneServiceIsDead(stage: Stage): Promise<void> {
  const { world, client } = stage;
  const { id } = await stage.ok('POST /invoices', invoice());
  const [stamping] = world.of('stamping') as [Replica];
  await world.kill(stamping);
  const waiting = await stage.ok('POST /invoices?async=true', invoice());
  await stage.until(`SELECT FROM platform.pending_commands WHERE command->>'key' LIKE $1 || '%'`, [
    waiting.id,
  ]);
  const idle = IDLE.flatMap((service) => world.of(service));
  for (const replica of idle) world.pause(replica);
  await stage.rows(COPIES, [waiting.id, WAITING]);
  // Who sends commands has taken of them.
  await stage.until(
    `SELECT FROM platform.pending_commands WHERE command->>'key' LIKE $1 || '%' AND leased_until > now()
     HAVING count(*) > 100`,
    [waiting.id],
  );
  const asked = client.send(`DELETE /invoices/${id as string}?motive=02`);
  const canceled = await Promise.race([
    asked,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LIMIT_MS).unref()),
  ]);
  await stage.rows(
    `DELETE FROM platform.pending_commands WHERE command->>'key' LIKE $1 || '%' AND leased_until IS NULL`,
    [waiting.id],
  );
  await Promise.all([world.start('stamping'), ...idle.map((replica) => world.wake(replica))]);
  await asked;
  await stage.quiet();
  if (canceled?.body.status !== 'canceled')
    throw new Error(`a cancellation stood still for ${LIMIT_MS / 1_000} s while stamping was dead`);
}
