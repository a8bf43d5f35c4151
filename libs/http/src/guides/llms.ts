import type { Library, Page } from './library.js';

/** What is not listed: how the project is built is its builders' business. */
const INTERNAL = /^(adr|contributing|style|ci|benchmarks|scale|architecture)(\/|$)/;

const line = ({ name, title, summary }: Page): string =>
  `- [${title}](/docs/${name}.md)${summary === '' ? '' : `: ${withoutLinks(summary)}`}`;

/** A link in a summary would be relative to its page. */
const withoutLinks = (markdown: string): string => markdown.replace(/\[([^\][]*)\]\([^()\s]*\)/g, '$1');

/** llms.txt (https://llmstxt.org): what there is to read, as Markdown. */
export function renderLlmsTxt(library: Library): string {
  const pages = [...library.values()].filter(({ name }) => !INTERNAL.test(name));
  const guides = pages.filter(({ name }) => name.startsWith('guides/'));
  const others = pages.filter(({ name }) => !name.startsWith('guides'));
  return [
    '# Timbra',
    '',
    '> Self-hosted electronic invoicing for Mexico: CFDI 4.0 over a REST API. Test keys need no internet and nothing issued with them has fiscal validity.',
    '',
    'Requests go to `/v2` with `Authorization: Bearer sk_test_…`. The OpenAPI document has every operation.',
    '',
    '## API',
    '',
    '- [OpenAPI 3.1 document](/v2/openapi.json): Every operation, parameter and answer.',
    '',
    '## Guides',
    '',
    ...guides.map(line),
    '',
    '## Documentation',
    '',
    ...others.map(line),
    '',
  ].join('\n');
}
