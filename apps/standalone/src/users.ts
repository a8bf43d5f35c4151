import { isEmail, newId, normalizeEmail } from '#kernel';
import {
  newSecretKey,
  organizationsReadModel,
  printOfKey,
  usersReadModel,
  type OrganizationRow,
  type UserRow,
} from '#contracts';
import { StartupError } from '#hosting';
import { sendAsOperator, type OperatorRuntime } from './operator.js';

/** Longest name of a person. */
const MAX_NAME = 100;

/** A user's key as it is shown, this once. */
export interface UserWithKey {
  readonly id: string;
  readonly email: string;
  readonly user_key: string;
}

/** A user, as the operator's list has them. */
export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly full_name: string;
  readonly created_at: string;
  readonly suspended_at: string | null;
  /** How many are in force. */
  readonly keys: number;
}

/**
 * An address as it is stored.
 * @throws {StartupError} where it is none
 */
export function checkedEmail(text: string): string {
  const email = normalizeEmail(text);
  if (isEmail(email)) return email;
  throw new StartupError(`"${text}" is no e-mail address.`);
}

/**
 * A person's name; the address where none is given.
 * @throws {StartupError} where it is none
 */
export function checkedName(text: string | undefined, email: string): string {
  if (text === undefined) return email;
  const name = text.normalize('NFC').trim();
  if (name !== '' && [...name].length <= MAX_NAME && !/\p{Cc}/u.test(name)) return name;
  throw new StartupError(`A name has between 1 and ${MAX_NAME} characters, on one line.`);
}

/**
 * Makes a user, and their first key.
 * @throws {StartupError} where there is a user of the address
 */
export async function addUser(runtime: OperatorRuntime, email: string, name: string): Promise<UserWithKey> {
  const user_key = newSecretKey('user');
  const data = { email, full_name: name, key: printOfKey(user_key) };
  const sent = await sendAsOperator(runtime, 'organizations.create-user', newId(), data, usersReadModel);
  if (sent.ok) return { id: sent.value.data.user_id, email, user_key };
  throw new StartupError(
    `There is a user ${email} already. "npm run -s users -- reset ${email}" makes a new key for them and ends the others.`,
  );
}

/**
 * Makes a new key for a user; all others end.
 * @throws {StartupError} where there is no such user
 */
export async function resetUser(
  runtime: OperatorRuntime,
  email: string,
): Promise<UserWithKey & { readonly suspended: boolean }> {
  const { id, suspended } = await findUser(runtime, email);
  const user_key = newSecretKey('user');
  const data = { key: printOfKey(user_key) };
  const sent = await sendAsOperator(runtime, 'organizations.reset-user-keys', id, data, usersReadModel);
  if (!sent.ok) throw noUser(email);
  return { id, email, user_key, suspended };
}

/**
 * Suspends a user: their keys do nothing until they are resumed. What they have made goes on.
 * @returns also the organizations that nobody owns meanwhile who could act
 * @throws {StartupError} where there is no such user
 */
export async function suspendUser(
  runtime: OperatorRuntime,
  email: string,
): Promise<{ readonly id: string; readonly ownerless: readonly string[] }> {
  const { id } = await findUser(runtime, email);
  const sent = await sendAsOperator(runtime, 'organizations.suspend-user', id, {}, usersReadModel);
  if (!sent.ok) throw noUser(email);
  return { id, ownerless: await findOwnerless(runtime, id) };
}

/**
 * Ends a suspension: the user's keys work again.
 * @throws {StartupError} where there is no such user
 */
export async function resumeUser(runtime: OperatorRuntime, email: string): Promise<{ readonly id: string }> {
  const { id } = await findUser(runtime, email);
  const sent = await sendAsOperator(runtime, 'organizations.resume-user', id, {}, usersReadModel);
  if (!sent.ok) throw noUser(email);
  return { id };
}

type RowOfList = Pick<UserRow, 'id' | 'email' | 'full_name' | 'created_at' | 'suspended_at' | 'keys'>;

/** All users, oldest first. */
export async function listUsers({ poolOf }: OperatorRuntime): Promise<ListedUser[]> {
  const { rows } = await poolOf('gateway').query<RowOfList>(
    `SELECT id, email, full_name, created_at, suspended_at, keys FROM ${usersReadModel.table}
     ORDER BY created_at, id`,
  );
  return rows.map(({ keys, created_at, suspended_at, ...user }) => ({
    ...user,
    created_at: new Date(created_at).toISOString(),
    suspended_at: suspended_at && new Date(suspended_at).toISOString(),
    keys: keys.length,
  }));
}

async function findUser(
  runtime: OperatorRuntime,
  email: string,
): Promise<{ id: string; suspended: boolean }> {
  // A question has no aggregate: its key is any, and says nothing of whom it is about.
  const sent = await sendAsOperator(runtime, 'organizations.find-user', newId(), { email });
  if (!sent.ok || sent.value.data.user === null) throw noUser(email);
  return sent.value.data.user;
}

/** The organizations that a user owns, not deleted, of whose owners none is at work. */
async function findOwnerless({ poolOf }: OperatorRuntime, userId: string): Promise<string[]> {
  const { rows } = await poolOf('gateway').query<Pick<OrganizationRow, 'id' | 'team'>>(
    `SELECT id, team FROM ${organizationsReadModel.table}
     WHERE user_ids @> ARRAY[$1] AND closed IS NULL ORDER BY created_at, id`,
    [userId],
  );
  const ownersOf = ({ team }: Pick<OrganizationRow, 'team'>) => team.owners.map(({ user_id }) => user_id);
  const owned = rows.filter((row) => ownersOf(row).includes(userId));
  const { rows: users } = await poolOf('gateway').query<{ id: string }>(
    `SELECT id FROM ${usersReadModel.table} WHERE id = ANY($1) AND suspended_at IS NULL`,
    [owned.flatMap(ownersOf)],
  );
  const atWork = new Set(users.map(({ id }) => id));
  return owned.filter((row) => !ownersOf(row).some((id) => atWork.has(id))).map(({ id }) => id);
}

const noUser = (email: string): StartupError => new StartupError(`There is no user ${email}.`);
