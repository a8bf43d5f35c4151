import { deterministicId, refuse } from '#kernel';
import {
  ORGANIZATION_STREAM,
  newSecretKey,
  printOfKey,
  testKeySecret,
  type Command,
  type CommandOutcome,
  type KeyPrint,
  type OrganizationsCommand,
} from '#contracts';
import { Aggregates, receipt, type Runtime, type Vault } from '#platform';
import { organizationDecider } from './decide.js';

type CommandOf<Type extends OrganizationsCommand['type']> = Extract<OrganizationsCommand, { type: Type }>;

/** Takes the commands of organizations from the bus. */
export function serveOrganizations({ bus, store, vault }: Runtime): void {
  const organizations = new Aggregates({
    store,
    decider: organizationDecider,
    streamOf: (id) => ORGANIZATION_STREAM + id,
  });

  const create = async (command: CommandOf<'organizations.create'>): Promise<CommandOutcome> => {
    const { name, owner_id: ownerId } = command.data;
    const testKey = await sealTestKey(vault, command);
    const { time: at } = command;
    return receipt(await organizations.handle(command, { type: 'create', name, ownerId, testKey, at }));
  };

  const setLegal = async (command: CommandOf<'organizations.set-legal'>): Promise<CommandOutcome> => {
    const { legal } = command.data;
    return receipt(await organizations.handle(command, { type: 'set-legal', legal, at: command.time }));
  };

  const renew = async (command: CommandOf<'organizations.renew-test-key'>): Promise<CommandOutcome> => {
    const { status } = await organizations.state(command.key, command.tenant);
    if (status !== 'active') return refuse('organization_not_found');
    const testKey = await sealTestKey(vault, command);
    return receipt(
      await organizations.handle(command, { type: 'renew-test-key', testKey, at: command.time }),
    );
  };

  const serve = <Type extends OrganizationsCommand['type']>(
    type: Type,
    handler: (command: CommandOf<Type>) => Promise<CommandOutcome>,
  ) => bus.serve(type, (command: Command) => handler(command as CommandOf<Type>));

  serve('organizations.create', create);
  serve('organizations.set-legal', setLegal);
  serve('organizations.renew-test-key', renew);
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
