import { isUnavailable } from '../load/unavailable.js';
import { errorCode, StartupError } from '../postgres/startup-error.js';

/** SQLSTATE: the login or its password is not known, or there is no such database. */
const REFUSED_LOGIN = /^(28000|28P01|3D000)$/;

/** Runs a process's start; an error that a user can fix is shown as one sentence, without a stack. */
export async function exitWithSentence(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  }
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return undefined;
  // Of the bus by its name: its client is loaded only where it is used.
  if (error.name === 'KafkaNotReady') return error.message;
  if (REFUSED_LOGIN.test(errorCode(error) ?? ''))
    return `PostgreSQL does not accept the login of DATABASE_URL (${error.message}): the step migrate makes the logins of services (docs/operations.md).`;
  if (!isUnavailable(error)) return undefined;
  // A connection that is refused at several addresses has a code and no message.
  const reason = error.message || errorCode(error) || error.name;
  return `Something that this process needs is away or full (${reason}): it starts once that is back.`;
}
