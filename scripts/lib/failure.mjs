/** An expected failure: its message is one sentence for the person at the terminal. */
export class Failure extends Error {}

/** Runs the action; of an expected failure it prints the sentence only, and the exit code becomes 1. */
export const orFailure = async (action) => {
  try {
    await action();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
};
