import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import {
  authenticate,
  HttpRefusal,
  keepWithinLimits,
  KEY_DIRECTORY,
  type KeyDirectory,
  type Principal,
} from '#http';

const COOKIE = 'timbra_mailbox';
const HOURS = 8;
const KINDS = ['test', 'live'] as const;

/** No key can be narrowed to the mailbox, so that one which is narrowed to operations does not open it. */
const OPERATION = 'read.mailbox.list';

export type MailboxOwner = Extract<Principal, { kind: 'test' | 'live' }>;

/**
 * A browser session of the mailbox: the secret key is given once, then an opaque cookie stands for it. Sessions
 * live in memory and end with the process; every request asks again whether the key is still in force.
 */
@Injectable()
export class MailboxSessions {
  private readonly keys = new LRUCache<string, string>({ max: 1_000, ttl: HOURS * 3_600_000 });

  constructor(@Inject(KEY_DIRECTORY) private readonly directory: KeyDirectory) {}

  /** Opens a session for the key of an Authorization header; gives its cookie. Throws as the API does. */
  async open(authorization: string | undefined, ip: string, secure: boolean): Promise<string> {
    await this.ownerOf(authorization, ip);
    const token = randomBytes(24).toString('base64url');
    this.keys.set(token, authorization ?? '');
    return this.cookie(token, HOURS * 3_600, secure);
  }

  /** Whose mailbox a request may see; undefined without a session, or when its key was renewed. */
  async owner(cookies: string | undefined, ip: string): Promise<MailboxOwner | undefined> {
    const authorization = this.keys.get(tokenOf(cookies));
    if (authorization === undefined) return undefined;
    try {
      return await this.ownerOf(authorization, ip);
    } catch (error) {
      if (error instanceof HttpRefusal) return undefined;
      throw error;
    }
  }

  /** Ends a session; gives the cookie that forgets it. */
  close(cookies: string | undefined, secure: boolean): string {
    this.keys.delete(tokenOf(cookies));
    return this.cookie('', 0, secure);
  }

  private async ownerOf(authorization: string | undefined, ip: string): Promise<MailboxOwner> {
    const owner = (await authenticate(authorization, KINDS, this.directory)) as MailboxOwner;
    keepWithinLimits(owner, { operation: OPERATION, ip });
    return owner;
  }

  /** Scripts can't read it, and no other site's page sends it. */
  private cookie(token: string, seconds: number, secure: boolean): string {
    const base = `${COOKIE}=${token}; Path=/mailbox; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
    return secure ? `${base}; Secure` : base;
  }
}

const tokenOf = (cookies = ''): string =>
  cookies
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1] ?? '';
