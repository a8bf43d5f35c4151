import { describe, expect, it } from '@jest/globals';
import type { Pac, PacDirectory } from '#pac';
import { cancelingPac } from './canceling-pac.js';

const account = { organizationId: 'org', livemode: true };
const pac = (name: string, cancelsForeign = false) =>
  ({ name, capabilities: { find: 'query', cancelsForeign } }) as unknown as Pac;
/** `order`: those whose circuit is closed. */
const directory = (there: readonly Pac[], order = there): PacDirectory => ({
  orderOf: async () => order,
  namesOf: async () => there.map(({ name }) => name),
  named: async (_, name) => there.find((one) => one.name === name),
  authorityOf: () => {
    throw new Error('nobody asks for a status here');
  },
});
const chosen = async (pacs: PacDirectory, stampedBy?: string, livemode = true) => {
  const found = await cancelingPac(pacs, { ...account, livemode }, stampedBy);
  return found.kind === 'pac' ? found.pac.name : found.reason;
};

describe('a request to cancel goes through', () => {
  it('the PAC that stamped, however the order is, and even where its circuit is open', async () => {
    const [sw, finkok] = [pac('sw'), pac('finkok')];
    expect(await chosen(directory([sw, finkok]), 'finkok')).toBe('finkok');
    expect(await chosen(directory([sw, finkok], [sw]), 'finkok')).toBe('finkok');
  });

  it('another one that cancels others’ documents, where the first has no credentials any more', async () => {
    expect(await chosen(directory([pac('sw'), pac('finkok', true)]), 'prodigia')).toBe('finkok');
  });

  it('nobody, with a clear reason, where no other one does', async () => {
    expect(await chosen(directory([pac('sw')]), 'finkok')).toContain('(finkok) has no credentials here');
  });

  it('the first of the order, for documents that name no PAC', async () => {
    expect(await chosen(directory([pac('sw')]))).toBe('sw');
    expect(await chosen(directory([]))).toBe('no PAC can be reached');
  });

  it('our sandbox, for documents of Test that name no PAC, whoever stamps today', async () => {
    const [sandbox, sw] = [pac('sandbox'), pac('sw')];
    expect(await chosen(directory([sandbox, sw], [sw]), undefined, false)).toBe('sandbox');
  });
});
