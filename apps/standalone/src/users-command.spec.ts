import { describe, expect, it } from '@jest/globals';
import { StartupError } from '#hosting';
import { readUsersCommand } from './users-command.js';
import { checkedEmail, checkedName } from './users.js';

const USAGE = 'npm run -s users -- add EMAIL [--name "NAME"]';

describe('the arguments of npm run users', () => {
  it.each([
    [['list']],
    [['add', 'ana@example.com']],
    [['add', 'ana@example.com', '--name', 'Ana Pérez']],
    [['add', '--name=Ana', 'ana@example.com']],
    [['suspend', 'ana@example.com']],
    [['resume', 'ana@example.com']],
    [['reset', 'ana@example.com']],
  ])('%j are understood', (args) => expect(readUsersCommand(args)).toEqual(expect.any(Function)));

  it.each([
    [[], USAGE],
    [['add'], USAGE],
    [['list', 'ana@example.com'], 'There is no command "list"'],
    [['remove', 'ana@example.com'], 'There is no command "remove".'],
    [['add', 'ana'], '"ana" is no e-mail address.'],
    [['add', '--', '-ana@example.com'], '"-ana@example.com" is no e-mail address.'],
    [['add', 'ana@example.com', 'eva@example.com'], USAGE],
    [['add', 'ana@example.com', '--nmae', 'Ana'], "Unknown option '--nmae'"],
    [['add', 'ana@example.com', '--name'], "'--name <value>' argument missing"],
    [['reset', 'ana@example.com', '--name', 'Ana'], USAGE],
    [['add', 'new@example.com', '--name', 'x'.repeat(101)], 'A name has between 1 and 100 characters'],
    [['add', 'new@example.com', '--name', ' '], 'A name has between 1 and 100 characters'],
    [['add', 'new@example.com', '--name', 'Ana\nPérez'], 'on one line'],
  ])('%j are answered with a sentence', (args, sentence) => {
    expect(() => readUsersCommand(args)).toThrow(StartupError);
    expect(() => readUsersCommand(args)).toThrow(sentence);
  });

  it('are addresses as they are stored, and names as they are written', () => {
    expect(checkedEmail(' Jose\u0301@Example.com')).toBe('jos\u00e9@example.com');
    expect(checkedName(undefined, 'ana@example.com')).toBe('ana@example.com');
    expect(checkedName(' José ', 'jose@example.com')).toBe('José');
  });
});
