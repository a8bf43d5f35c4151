import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { KafkaBus } from '../kafka-bus.js';
import { silent } from './cluster.js';
import type { AnyCommands } from '#contracts';

/** A process that asks `test.Work` without end, to be killed: `asker.js <broker> <prefix>`. Prints each answer's id. */
const [broker = '', prefix = ''] = process.argv.slice(2);
const settings = { brokers: [broker], prefix, tls: undefined, sasl: undefined };
const bus = await KafkaBus.open<AnyCommands>({ settings, log: silent });
for (let n = 0; ; n += 1) {
  const outcome = await bus.send({
    ...{ id: randomUUID(), type: 'test.Work', key: `key-${n % 5}`, data: null },
    ...{ tenant: { organizationId: 'asker', livemode: false }, actor: 'test', correlationId: 'asker' },
    time: new Date().toISOString(),
  });
  writeSync(1, `answered ${String(outcome.ok && outcome.value.data)}\n`);
}
