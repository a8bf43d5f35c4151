import { StartupError } from '../postgres/startup-error.js';

/** Runs a process's start; an error that a user can fix is shown as one sentence, without a stack. */
export async function exitWithSentence(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    // Of the bus by its name: its client is loaded only where it is used.
    const told = error instanceof StartupError || (error instanceof Error && error.name === 'KafkaNotReady');
    console.error(told ? error.message : error);
    process.exit(1);
  }
}
