import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAllowed } from '../../scripts/licences.mjs';
import { digestOf, parseImage } from '../../scripts/lib/registry.mjs';

const DIGEST = `sha256:${'5'.repeat(64)}`;

describe('an image', () => {
  it.each([
    ['postgres:17.6', 'registry-1.docker.io', 'library/postgres', '17.6', undefined],
    [`axllent/mailpit:v1.31.0@${DIGEST}`, 'registry-1.docker.io', 'axllent/mailpit', 'v1.31.0', DIGEST],
    ['registry.example.com:5000/a/b:1', 'registry.example.com:5000', 'a/b', '1', undefined],
  ])('%s is read', (image, registry, repository, tag, digest) =>
    expect(parseImage(image)).toEqual({ registry, repository, tag, digest }),
  );

  describe('is looked up', () => {
    let server: Server;
    let host: string;
    beforeAll(async () => {
      server = createServer(({ url = '', headers }, response) => {
        if (url.startsWith('/token?'))
          return void response.end(
            JSON.stringify({ token: new URL(url, 'http://a').searchParams.get('scope') }),
          );
        if (url !== '/v2/a/b/manifests/1.0') return void response.writeHead(404).end();
        if (headers.authorization !== 'Bearer repository:a/b:pull')
          return void response
            .writeHead(401, {
              'www-authenticate': `Bearer realm="http://${host}/token",service="s",scope="repository:a/b:pull"`,
            })
            .end();
        const index = headers.accept?.startsWith('application/vnd.oci.image.index');
        response.writeHead(200, { 'docker-content-digest': index ? DIGEST : 'none' }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    it('where the registry asks for a token, which it gives to anybody', async () =>
      expect(await digestOf(`${host}/a/b:1.0`, { scheme: 'http' })).toBe(DIGEST));
    it('and is not made up where there is none', async () =>
      expect(digestOf(`${host}/a/b:2.0`, { scheme: 'http' })).rejects.toThrow('answered 404'));
  });
});

describe('a licence', () => {
  it.each([
    'MIT',
    '(BSD-3-Clause OR GPL-2.0)',
    '(BSD-3-Clause AND Apache-2.0)',
    '(GPL-2.0 OR (MIT AND ISC))',
  ])('%s is allowed', (expression) => expect(isAllowed(expression)).toBe(true));
  it.each(['GPL-3.0', 'MIT AND AGPL-3.0-only', '(MIT', 'MIT)', 'SEE LICENSE IN file', '', undefined])(
    '%s is not',
    (expression) => expect(isAllowed(expression)).toBe(false),
  );
});
