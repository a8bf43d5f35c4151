import * as jest from '@jest/globals';

/**
 * Stories: specs that share a file of Jest's, which loads every module again for each file; of the whole service
 * that is
 * seconds. A story is written as any spec, but takes its `describe`, `it` and hooks from here. `tell` reads it and says
 * what it said in a `describe` of its own, so its hooks are its own too, and it starts and ends its own service.
 */
export { expect, jest } from '@jest/globals';

/** What the story that is being read has said so far. */
let said: (() => void)[] | undefined;

const told = <F extends object>(say: F): F =>
  new Proxy(say, {
    apply: (target, self, args) => {
      const now = (): unknown => Reflect.apply(target as never, self, args);
      if (said === undefined) return now();
      said.push(() => void now());
      return undefined;
    },
    get: (target, key) => {
      const part: unknown = Reflect.get(target, key);
      if (typeof part !== 'function') return part;
      // it.each(table) says nothing yet, what it gives does.
      if (key === 'each') return (...table: unknown[]) => told(Reflect.apply(part, target, table) as object);
      return told(part);
    },
  });

export const afterAll = told(jest.afterAll);
export const afterEach = told(jest.afterEach);
export const beforeAll = told(jest.beforeAll);
export const beforeEach = told(jest.beforeEach);
export const describe = told(jest.describe);
export const it = told(jest.it);

/** Tells stories by name, one after the other: `await tell({ payments: () => import('./payments.story.js') })`. */
export async function tell(stories: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [name, read] of Object.entries(stories)) {
    const story: (() => void)[] = (said = []);
    await read();
    said = undefined;
    jest.describe(name, () => story.forEach((say) => say()));
  }
}
