import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { systemNow } from '#kernel';
import { StartupError } from '#hosting';

const LONGEST = 300;

/**
 * One sentence of what ended a start. Of a reason that nobody expected, the details go to a file of the data folder,
 * which is its user's alone; where that can't be written, they are all there is to say.
 */
export async function tellFailure(error: unknown, dataDir: string | undefined): Promise<string> {
  if (error instanceof StartupError) return error.message;
  const details = inspect(error, { depth: 5 });
  const file = join(dataDir ?? '', 'start-failure.log');
  try {
    if (dataDir === undefined) return details;
    await writeFile(file, `${systemNow().toISOString()} ${details}\n`, { mode: 0o600 });
  } catch {
    return details;
  }
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  return `Timbra could not start, for a reason that it does not know (${reason.slice(0, LONGEST)}): ${file} has the details.`;
}
