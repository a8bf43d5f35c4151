import {
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Ip,
  Inject,
  Param,
  Post,
  Query,
  Res,
  StreamableFile,
  UseGuards,
  type CanActivate,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { isId, refuse, type Language } from '#kernel';
import { CONFIG, type Config } from '#hosting';
import { HttpRefusal, languageOf } from '#http';
import { OrganizationDirectory } from '../organizations/directory.js';
import { css, script } from './assets.js';
import { Mailbox, type MailboxMessage } from './mailbox.js';
import { listPage, loginPage, messagePage, missingPage, type Visitor } from './pages.js';
import { MailboxSessions, type MailboxOwner } from './sessions.js';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
/** A mail may hold anything: no script, no form, nothing loaded, an origin of its own; links open elsewhere. */
const BODY_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const FILE_POLICY = "default-src 'none'; sandbox";

/** There is no mailbox where mails leave the machine. */
class MailboxGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(): boolean {
    if (!this.config.mailbox) throw notFound();
    return true;
  }
}

const notFound = () => new HttpRefusal(refuse('not_found').refusal);

interface MailboxHeaders {
  readonly cookie?: string;
  readonly authorization?: string;
  readonly 'accept-language'?: string;
}

/** The pages of the local mailbox. A visitor with an organization's key sees its mails, and no others. */
@ApiExcludeController()
@Controller('mailbox')
@UseGuards(MailboxGuard)
export class MailboxController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly mailbox: Mailbox,
    private readonly sessions: MailboxSessions,
    private readonly organizations: OrganizationDirectory,
  ) {}

  @Get('style.css')
  style(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.header('content-type', 'text/css; charset=utf-8');
    return css;
  }

  @Get('script.js')
  script(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.header('content-type', 'text/javascript; charset=utf-8');
    return script;
  }

  @Post('session')
  @HttpCode(204)
  async open(
    @Headers() headers: MailboxHeaders,
    @Ip() ip: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const cookie = await this.sessions.open(headers.authorization, ip, this.isSecure());
    void reply.header('set-cookie', cookie);
  }

  @Delete('session')
  @HttpCode(204)
  close(@Headers() headers: MailboxHeaders, @Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('set-cookie', this.sessions.close(headers.cookie, this.isSecure()));
  }

  @Get()
  async list(
    @Headers() headers: MailboxHeaders,
    @Ip() ip: string,
    @Query('before') before: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const owner = await this.sessions.owner(headers.cookie, ip);
    asPage(reply);
    if (!owner) return loginPage(languageIn(headers));
    const from = isId(before) ? before.toLowerCase() : undefined;
    const mails = await this.mailbox.list(tenantOf(owner), from);
    return listPage(await this.visitor(owner, headers), mails, from === undefined);
  }

  @Get(':id')
  async message(
    @Headers() headers: MailboxHeaders,
    @Ip() ip: string,
    @Param('id') id: string,
    @Query('part') part: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const owner = await this.sessions.owner(headers.cookie, ip);
    asPage(reply);
    if (!owner) return loginPage(languageIn(headers));
    const visitor = await this.visitor(owner, headers);
    const message = isId(id) ? await this.mailbox.message(tenantOf(owner), id) : undefined;
    if (message) return messagePage(visitor, message, part === 'text' ? 'text' : 'html');
    void reply.status(404);
    return missingPage(visitor);
  }

  /** The mail's own HTML, for the frame in its page. */
  @Get(':id/body')
  async body(
    @Headers() headers: MailboxHeaders,
    @Ip() ip: string,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { html } = await this.find(headers, ip, id);
    if (html === null) throw notFound();
    asPage(reply, BODY_POLICY).header('x-frame-options', 'SAMEORIGIN');
    return `<!doctype html><base target="_blank">${html}`;
  }

  @Get(':id/files/:index')
  async file(
    @Headers() headers: MailboxHeaders,
    @Ip() ip: string,
    @Param('id') id: string,
    @Param('index') index: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { files } = await this.find(headers, ip, id);
    const file = /^\d{1,2}$/.test(index) ? files[Number(index)] : undefined;
    if (!file) throw notFound();
    return download(reply, file.name, file.type, file.content);
  }

  @Get(':id/source')
  async source(
    @Headers() headers: MailboxHeaders,
    @Ip() ip: string,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { raw } = await this.find(headers, ip, id);
    return download(reply, `${id}.eml`, 'message/rfc822', raw);
  }

  private async find(headers: MailboxHeaders, ip: string, id: string): Promise<MailboxMessage> {
    const owner = await this.sessions.owner(headers.cookie, ip);
    const message = owner && isId(id) ? await this.mailbox.message(tenantOf(owner), id) : undefined;
    if (!message) throw notFound();
    return message;
  }

  private async visitor(owner: MailboxOwner, headers: MailboxHeaders): Promise<Visitor> {
    const { legal, timezone } = await this.organizations.organization(owner.organizationId);
    const { livemode } = tenantOf(owner);
    return { language: languageIn(headers), organization: legal.name, livemode, timezone };
  }

  private isSecure(): boolean {
    return this.config.publicUrl?.startsWith('https:') ?? false;
  }
}

const languageIn = (headers: MailboxHeaders): Language => languageOf(headers['accept-language']);

const tenantOf = ({ organizationId, kind }: MailboxOwner) => ({ organizationId, livemode: kind === 'live' });

const asPage = (reply: FastifyReply, policy = PAGE_POLICY): FastifyReply =>
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });

function download(reply: FastifyReply, name: string, type: string, content: Buffer): StreamableFile {
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, '_').slice(-120);
  void reply.headers({
    'content-disposition': `attachment; filename="${safe}"`,
    'content-security-policy': FILE_POLICY,
  });
  const known = /^(application\/(xml|pdf)|message\/rfc822)$/.test(type) ? type : 'application/octet-stream';
  return new StreamableFile(content, { type: known, length: content.length });
}
