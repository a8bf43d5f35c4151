import { systemNow } from '#kernel';
import { newSecretKey, organizationsReadModel, printOfKey, usersReadModel } from '#contracts';
import { StartupError } from '#hosting';
import { writeEntries } from '#apps/gateway/src/audit/audit-table';
import { toOwnEntry } from '#apps/gateway/src/audit/entry';
import { sendAsOperator, type OperatorRuntime } from './operator.js';

export interface RevokedKeys {
  /** Keys of the organization that were in force, and are not any more. */
  readonly revoked: number;
  /** Users who may act for the organization, by keys of their own: those still work. */
  readonly users: readonly string[];
}

/**
 * Revokes every key of an organization. When it returns, the read model that all gateways look into has none.
 * @throws {StartupError} where there is no such organization
 */
export async function revokeAllKeys(runtime: OperatorRuntime, organizationId: string): Promise<RevokedKeys> {
  const { rows } = await runtime
    .poolOf('gateway')
    .query<{ user_ids: readonly string[] }>(
      `SELECT user_ids FROM ${organizationsReadModel.table} WHERE id = $1`,
      [organizationId],
    );
  const data = {};
  const sent = await sendAsOperator(
    runtime,
    'organizations.revoke-keys',
    organizationId,
    data,
    organizationsReadModel,
  );
  if (!sent.ok) throw new StartupError(`There is no organization ${organizationId}.`);
  const done = toOwnEntry({
    by: { type: 'operator', id: null },
    at: systemNow(),
    organizationId,
    operation: 'write.api_keys.revoke_all',
    resource: { type: 'organization', id: organizationId },
  });
  await writeEntries(runtime.poolOf('gateway'), [done]);
  return { revoked: sent.value.data.revoked, users: rows[0]?.user_ids ?? [] };
}

/**
 * Makes another key for a user, who may have lost the last one.
 * @param who an id or an e-mail
 * @returns the key, which is shown this once
 * @throws {StartupError} where there is no such user
 */
export async function addUserKey(runtime: OperatorRuntime, who: string): Promise<string> {
  const { rows } = await runtime
    .poolOf('gateway')
    .query<{ id: string }>(`SELECT id FROM ${usersReadModel.table} WHERE id = $1 OR email = $1`, [
      who.trim().toLowerCase(),
    ]);
  const [user, ...others] = rows;
  if (!user) throw new StartupError(`There is no user ${who}.`);
  if (others.length > 0) throw new StartupError(`Several users have the e-mail ${who}: give an id.`);
  const key = newSecretKey('user');
  const data = { key: printOfKey(key), operator: true as const };
  const sent = await sendAsOperator(runtime, 'organizations.add-user-key', user.id, data, usersReadModel);
  if (!sent.ok) {
    const hasMost = sent.refusal.code === 'conflict';
    const sentence = hasMost ? `${who} has as many keys as there can be.` : `There is no user ${who}.`;
    throw new StartupError(sentence);
  }
  return key;
}
