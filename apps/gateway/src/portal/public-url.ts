import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { CONFIG, type Config } from '#hosting';

/** The base of the addresses that are handed out, without a slash at its end. Never taken from a request. */
@Injectable()
export class PublicUrl {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  /** TIMBRA_PUBLIC_URL, or where this process listens. */
  get base(): string {
    const { publicUrl, port } = this.config;
    if (publicUrl !== undefined) return publicUrl;
    const address = (this.host.httpAdapter.getHttpServer() as Server).address();
    return `http://localhost:${typeof address === 'object' && address ? address.port : port}`;
  }

  /** The path of that base: empty, or where a proxy has put the service. */
  get path(): string {
    return new URL(this.base).pathname.replace(/(?<!\/)\/+$/, '');
  }
  /** The path of a page that a link opens, with that of the public address, which a proxy in front may have taken away. */
  pathOf(page: `/${string}`, key: string): string {
    return `${this.path}${page}/${encodeURIComponent(key)}`;
  }
}
