import { describe, expect, it } from '@jest/globals';
import { StartupError } from '#hosting';
import { readDoubtsCommand } from './doubts-command.js';

const ID = '6743f1c2a1b2c3d4e5f60718';
const USAGE = 'npm run -s doubts -- list [--organization ID]';
const servicesOf = (args: readonly string[]) =>
  readDoubtsCommand(args).hosted.services.map(({ name }) => name);

describe('the arguments of npm run doubts', () => {
  it('that only read need no key of signing', () => {
    expect(servicesOf(['list'])).toEqual(['gateway']);
    expect(servicesOf(['list', '--organization', ID])).toEqual(['gateway']);
    expect(servicesOf(['force', ID, '--pac', 'finkok'])).toEqual(['stamping', 'gateway']);
    expect(servicesOf(['force', ID, '--pac=finkok', '--accept-risk'])).toEqual(['stamping', 'gateway']);
  });

  it.each([
    [[], USAGE],
    [['show'], 'There is no command "show".'],
    [['list', ID], USAGE],
    [['list', '--accept-risk'], USAGE],
    [['list', '--organization', 'acme'], '"acme" is no id'],
    [['list', '--organisation', ID], "Unknown option '--organisation'"],
    [['force'], USAGE],
    [['force', ID], USAGE],
    [['force', 'f', '--pac', 'finkok'], '"f" is no id'],
    [['force', ID, '--pac'], "'--pac <value>' argument missing"],
    [['force', ID, '--pac', 'finkok', '--organization', ID], USAGE],
    [['force', ID, ID, '--pac', 'finkok'], USAGE],
  ])('%j are answered with a sentence', (args, sentence) => {
    expect(() => readDoubtsCommand(args)).toThrow(StartupError);
    expect(() => readDoubtsCommand(args)).toThrow(sentence);
  });
});
