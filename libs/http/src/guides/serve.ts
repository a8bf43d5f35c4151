import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendTagged, tagText, type TaggedText } from '../tagged.js';
import { readLibrary, type Library } from './library.js';
import { renderLlmsTxt } from './llms.js';
import { renderPage } from './render.js';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

const CACHED = 'public, max-age=300';

/**
 * Serves the pages of docs/: `/docs/guides/payments` as HTML and `/docs/guides/payments.md` as Markdown, and `/llms.txt`,
 * which lists them. They are read when the first of them is asked for. A name that no page has is nowhere (404).
 */
export function serveGuides(app: NestFastifyApplication, read: () => Promise<Library> = readLibrary): void {
  const fastify = app.getHttpAdapter().getInstance();
  let library: Promise<Library> | undefined;
  const rendered = new Map<string, TaggedText>();

  /** What is rendered once is kept: there are as many as pages, twice. */
  const find = (name: string, pages: Library): TaggedText | undefined => {
    const known = rendered.get(name);
    if (known) return known;
    const page = pages.get(name.replace(/\.md$/, ''));
    if (!page) return undefined;
    const made = name.endsWith('.md')
      ? tagText(MARKDOWN, page.markdown)
      : tagText(HTML, renderPage(page, pages));
    rendered.set(name, made);
    return made;
  };

  const answer = async (
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const content = find(name, await (library ??= read()));
    if (content) return sendTagged(request, reply, content, CACHED);
    reply.callNotFound();
    return reply;
  };
  fastify.get<{ Params: { page: string } }>('/docs/:page', (request, reply) =>
    answer(request.params.page, request, reply),
  );
  fastify.get<{ Params: { folder: string; page: string } }>('/docs/:folder/:page', (request, reply) =>
    answer(`${request.params.folder}/${request.params.page}`, request, reply),
  );

  let index: TaggedText | undefined;
  fastify.get('/llms.txt', async (request, reply) => {
    index ??= tagText(MARKDOWN, renderLlmsTxt(await (library ??= read())));
    return sendTagged(request, reply, index, CACHED);
  });
}
