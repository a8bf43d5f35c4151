import { StartupError } from '../postgres/startup-error.js';

/** Runs a process's start; what a user can mend is told in one sentence, without a stack. */
export async function exitWithSentence(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  }
}
