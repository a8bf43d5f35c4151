import { StartupError } from '../postgres/startup-error.js';

type Env = Readonly<Record<string, string | undefined>>;

export const POSTGRES_PROTOCOLS = ['postgresql:', 'postgres:'] as const;

/**
 * The URL of a setting; undefined: it is not set, or empty.
 * @throws {StartupError} never with its text, which may hold a password
 */
export function urlSetting(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
    throw new StartupError(`${name} must be a URL that begins with ${protocols.join('// or ')}//.`);
  return text;
}
