import { deterministicId, refuse } from '#kernel';
import type { LineHandlers } from '#bus';
import {
  ORGANIZATION_STREAM,
  newSecretKey,
  printOfKey,
  testKeySecret,
  type Command,
  type KeyPrint,
} from '#contracts';
import { Aggregates, receipt, type Runtime, type Vault } from '#platform';
import { organizationDecider } from './decide.js';

/** What handles the commands of organizations. */
export function organizationHandlers({ store, vault }: Runtime) {
  const organizations = new Aggregates({
    store,
    decider: organizationDecider,
    stream: ORGANIZATION_STREAM,
  });

  return {
    'organizations.create': async (command) => {
      const { name, owner_id: ownerId } = command.data;
      const testKey = await sealTestKey(vault, command);
      const { time: at } = command;
      return receipt(await organizations.handle(command, { type: 'create', name, ownerId, testKey, at }));
    },
    'organizations.set-legal': async (command) => {
      const { legal } = command.data;
      return receipt(await organizations.handle(command, { type: 'set-legal', legal, at: command.time }));
    },
    'organizations.renew-test-key': async (command) => {
      const { status } = await organizations.state(command.key, command.tenant);
      if (status !== 'active') return refuse('organization_not_found');
      const testKey = await sealTestKey(vault, command);
      return receipt(
        await organizations.handle(command, { type: 'renew-test-key', testKey, at: command.time }),
      );
    },
  } satisfies Partial<LineHandlers<'organizations'>>;
}

/**
 * Makes a Test key and seals it in the organization's vault before any event names it. A redelivered command
 * finds the key that its first delivery made.
 */
async function sealTestKey(vault: Vault, { id, key: organizationId }: Command): Promise<KeyPrint> {
  const keyId = deterministicId('test key', id);
  const name = testKeySecret(keyId);
  const stored = await vault.get(organizationId, name);
  const key = stored?.toString('utf8') ?? newSecretKey('test');
  if (!stored) await vault.put(organizationId, name, Buffer.from(key));
  return printOfKey(key, keyId);
}
