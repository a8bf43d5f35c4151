/** Runs tasks of one key one after the other, in the order they came; keys do not wait for each other. */
export class InOrder {
  /** The last task under way for each key; the next one of that key waits for it. */
  private readonly tails = new Map<string, Promise<unknown>>();

  /** Keys that have a task under way. */
  get size(): number {
    return this.tails.size;
  }

  /** Runs the task, immediately if no task of its key is running. A failing task delays nothing. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.tails.get(key);
    const run = previous ? previous.then(task, task) : begin(task);
    this.tails.set(key, run);
    const clear = () => {
      if (this.tails.get(key) === run) this.tails.delete(key);
    };
    run.then(clear, clear);
    return run;
  }
}

/** A task that throws at once has failed like any other. */
function begin<T>(task: () => Promise<T>): Promise<T> {
  try {
    return task();
  } catch (error) {
    return fail(error);
  }
}

async function fail(error: unknown): Promise<never> {
  throw error;
}
