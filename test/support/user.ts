import { randomUUID } from 'node:crypto';
import { newId } from '#kernel';
import { newSecretKey, printOfKey, usersReadModel } from '#contracts';
import type { Runtime } from '#hosting';

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
  const { at } = outcome.value;
  if (!at || !(await watch.reached(usersReadModel, at, 30_000))) throw new Error('no row of the user');
  return key;
}
