import { StartupError } from '../postgres/startup-error.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A whole number of the environment, or the fallback where it is not set. */
export function integer<Fallback extends number | undefined>(
  env: Env,
  name: string,
  fallback: Fallback,
  min: number,
  max: number,
): number | Fallback {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value) || value < min || value > max)
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}
