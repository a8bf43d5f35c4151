import { randomUUID } from 'node:crypto';
import { newId } from '#kernel';
import { newSecretKey, printOfKey, usersReadModel } from '#contracts';
import type { Runtime } from '#platform';

/** Makes a user as an installation's bootstrap does, and gives its key. */
export async function createUser({ bus, watch }: Runtime): Promise<string> {
  const id = newId();
  const key = newSecretKey('user');
  const outcome = await bus.send({
    id: randomUUID(),
    type: 'organizations.create-user',
    key: id,
    tenant: { organizationId: id, livemode: false },
    actor: 'test',
    correlationId: newId(),
    time: new Date().toISOString(),
    data: { email: `${id}@example.com`, full_name: 'Ana Pérez', key: printOfKey(key) },
  });
  if (!outcome.ok) throw new Error(`no user: ${outcome.refusal.code}`);
  await watch.reached(usersReadModel.projection, BigInt(outcome.value.position), 5_000);
  return key;
}
