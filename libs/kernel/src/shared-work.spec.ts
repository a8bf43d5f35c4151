import { describe, expect, it } from '@jest/globals';
import { SharedWork } from './shared-work.js';

describe('work that several ask for at once', () => {
  it('is done once for each key, and all get its result', async () => {
    const shared = new SharedWork<string, string>();
    let begun = 0;
    let end: (result: string) => void = () => undefined;
    const slow = () => {
      begun += 1;
      return new Promise<string>((resolve) => (end = resolve));
    };
    const first = shared.do('a', slow);
    const second = shared.do('a', slow);
    expect([begun, shared.size, shared.has('a')]).toEqual([1, 1, true]);
    expect(await shared.do('b', () => Promise.resolve('other'))).toBe('other');
    end('result');
    expect(await Promise.all([first, second])).toEqual(['result', 'result']);
  });

  it('is not remembered: who asks after its end has it done anew', async () => {
    const shared = new SharedWork<string, number>();
    let count = 0;
    const work = () => Promise.resolve((count += 1));
    expect([await shared.do('a', work), await shared.do('a', work)]).toEqual([1, 2]);
    expect([shared.size, shared.has('a')]).toEqual([0, false]);
  });

  it('that fails does so for all who asked, and for nobody after', async () => {
    const shared = new SharedWork<string, string>();
    const failing = () => Promise.reject(new Error('no'));
    const both = await Promise.allSettled([shared.do('a', failing), shared.do('a', failing)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await shared.do('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
