import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { TOLD_TYPES } from '#contracts';

/** docs/webhook-events.md has every type as the table of told events says it. */

const row = (cells: readonly string[]): string => cells.join(' | ');

it('the page on types of events has each of them', () => {
  const written = readFileSync('docs/webhook-events.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      row(
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    );
  const told = Object.entries(TOLD_TYPES).map(([type, { resource, contract, when }]) =>
    row([`\`${type}\``, contract ? '`*`' : '', `\`${resource}\``, when]),
  );
  expect(written).toEqual(told);
});
