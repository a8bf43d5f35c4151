import { parseArgs } from 'node:util';
import { StartupError } from '#hosting';
import type { OperatorRuntime } from './operator.js';
import {
  addUser,
  checkedEmail,
  checkedName,
  listUsers,
  resetUser,
  resumeUser,
  suspendUser,
} from './users.js';

const USAGE = `npm run -s users -- add EMAIL [--name "NAME"]   a user with a key, which is shown this once
npm run -s users -- suspend EMAIL               their keys do nothing until they are resumed
npm run -s users -- resume EMAIL                their keys work again
npm run -s users -- reset EMAIL                 a new key, which is shown this once; all others end
npm run -s users -- list                        all users, a line of JSON each`;

type Work = (runtime: OperatorRuntime) => Promise<void>;

/**
 * What the arguments ask for, checked before anything is opened.
 * @throws {StartupError} a sentence, and the usage
 */
export function readUsersCommand(args: readonly string[]): Work {
  const { command, email: given, name } = readArguments(args);
  if (command === 'list' && given === undefined)
    return async (runtime) => (await listUsers(runtime)).forEach(print);
  if (given === undefined || (name !== undefined && command !== 'add')) throw new StartupError(USAGE);
  const email = emailOrUsage(given);
  switch (command) {
    case 'add': {
      const fullName = checkedName(name, email);
      return async (runtime) => print(await addUser(runtime, email, fullName));
    }
    case 'suspend':
      return async (runtime) => {
        const { id, ownerless } = await suspendUser(runtime, email);
        print({ id, email, suspended: true });
        for (const organization of ownerless)
          console.error(`Warning: no owner of the organization ${organization} can act now.`);
      };
    case 'resume':
      return async (runtime) => print({ ...(await resumeUser(runtime, email)), email, suspended: false });
    case 'reset':
      return async (runtime) => {
        const { suspended, ...user } = await resetUser(runtime, email);
        print(user);
        if (suspended) console.error(`${email} is suspended: the key works once they are resumed.`);
      };
    default:
      throw new StartupError(`There is no command "${command}".\n${USAGE}`);
  }
}

function readArguments(args: readonly string[]): { command: string; email?: string; name?: string } {
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...args], allowPositionals: true, options: { name: { type: 'string' } } },
    });
    const [command, email, ...rest] = positionals;
    if (command === undefined || rest.length > 0) throw new StartupError(USAGE);
    return { command, ...(email !== undefined && { email }), ...(values.name !== undefined && values) };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function emailOrUsage(text: string): string {
  try {
    return checkedEmail(text);
  } catch (error) {
    throw error instanceof StartupError ? new StartupError(`${error.message}\n${USAGE}`) : error;
  }
}

function print(line: object): void {
  console.log(JSON.stringify(line));
}
