/** Of a list of platforms, or of one image: the index first, so that the digest holds for every architecture. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const PATIENCE_MS = 20_000;

/**
 * `postgres:17.6@sha256:...` in its parts; Docker Hub is left out of names, and so is `library`.
 * @returns {{ registry: string, repository: string, tag: string, digest: string | undefined }}
 */
export const parseImage = (image) => {
  const [, name, tag, digest] = /^(.*?):([\w.-]+)(?:@(sha256:[0-9a-f]{64}))?$/.exec(image) ?? [];
  if (name === undefined) throw new Error(`${image} is no image with a tag`);
  const [first, ...rest] = name.split('/');
  if (rest.length > 0 && /[.:]/.test(first))
    return { registry: first, repository: rest.join('/'), tag, digest };
  return {
    registry: 'registry-1.docker.io',
    repository: rest.length === 0 ? `library/${name}` : name,
    tag,
    digest,
  };
};

/** A token for reading one repository, as the registry's challenge asks for (distribution spec). */
const tokenFor = async (challenge) => {
  const parts = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const url = new URL(parts.realm);
  for (const name of ['service', 'scope']) if (parts[name]) url.searchParams.set(name, parts[name]);
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`${url.host} gives no token: ${response.status}`);
  const { token, access_token } = await response.json();
  return token ?? access_token;
};

/**
 * The digest that a tag stands for at this moment, asked of the registry itself.
 * @param options.scheme http only for a registry of a test's own
 */
export const digestOf = async (image, { scheme = 'https' } = {}) => {
  const { registry, repository, tag } = parseImage(image);
  const url = `${scheme}://${registry}/v2/${repository}/manifests/${tag}`;
  const ask = (headers = {}) =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: MANIFESTS, ...headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  let response = await ask();
  if (response.status === 401) {
    const token = await tokenFor(response.headers.get('www-authenticate') ?? '');
    response = await ask({ authorization: `Bearer ${token}` });
  }
  if (!response.ok) throw new Error(`${image}: ${registry} answered ${response.status}`);
  const digest = response.headers.get('docker-content-digest') ?? '';
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image}: ${registry} gives no digest`);
  return digest;
};
