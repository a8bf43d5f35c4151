import { describe, expect, it } from '@jest/globals';
import { logoPath, readLogoUrl } from './organization-look.js';

const organizationId = '6743f1c2a1b2c3d4e5f60718';
const digest = '0123456789abcdef0123456789abcdef';

describe('the address of a logo', () => {
  it.each(['image/png', 'image/jpeg'] as const)('says whose it is, and which (%s)', (type) => {
    const path = logoPath(organizationId, { digest, type });
    for (const url of [path, `https://facturas.example/timbra${path}`])
      expect(readLogoUrl(url)).toEqual({ organizationId, digest, type });
  });

  it.each([
    null,
    '',
    'https://elsewhere.example/logo.png',
    `/v2/logos/${organizationId}/${digest}.svg`,
    `/v2/logos/${organizationId}/../${digest}.png`,
    `/v2/logos/${organizationId}/${digest}.png?x`,
  ])('is not %p', (url) => expect(readLogoUrl(url)).toBeUndefined());
});
