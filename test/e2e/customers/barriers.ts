import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A page of its own world, where no policy of the page forbids what a test runs. */
let source: Promise<string> | undefined;

/**
 * What keeps people from using a page, found by axe-core with all of its rules: contrast, names of fields, order of headings.
 * Each as the rule's name and the element.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  source ??= readFile(AXE, 'utf8');
  await page.evaluate(await source);
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary?: string }[] }[]>(
    'axe.run(document).then(({ violations }) => violations)',
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
