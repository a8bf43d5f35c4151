import { readXml, type XmlNode } from '#cfdi';

/** What the bulk download answers, read: undefined where it is none of its answers. */

export interface Token {
  readonly token: string;
  /** How long it is good, by the server's own clock. */
  readonly lifeMs: number;
}

/** CodEstatus and Mensaje, as they came. `5000` is well. */
export interface Told {
  readonly code: string;
  readonly message: string;
}

export type RequestState = 'accepted' | 'in_process' | 'finished' | 'error' | 'rejected' | 'expired';

export interface Verified extends Told {
  readonly state: RequestState;
  /** CodigoEstadoSolicitud: 5004 says that there is nothing of the kind. */
  readonly stateCode: string;
  readonly count: number;
  readonly packages: readonly string[];
}

const STATES: Readonly<Record<string, RequestState>> = {
  ...{ 1: 'accepted', 2: 'in_process', 3: 'finished' },
  ...{ 4: 'error', 5: 'rejected', 6: 'expired' },
};

export function readToken(xml: string): Token | undefined {
  const root = rootOf(xml);
  const token = root && textOf(root, 'AutenticaResult');
  if (!token) return undefined;
  const [created, expires] = ['Created', 'Expires'].map((name) => Date.parse(textOf(root, name) ?? ''));
  const life = Number(expires) - Number(created);
  return { token, lifeMs: Number.isFinite(life) && life > 0 ? life : 60_000 };
}

/** The answer to a request: its id, where it was taken. */
export function readRequested(xml: string): (Told & { readonly id: string }) | undefined {
  const result = findEnding(rootOf(xml), 'Result');
  const told = toldBy(result);
  return told && { ...told, id: result?.attributes['IdSolicitud'] ?? '' };
}

export function readVerified(xml: string): Verified | undefined {
  const result = findEnding(rootOf(xml), 'Result');
  const told = toldBy(result);
  const state = STATES[result?.attributes['EstadoSolicitud'] ?? ''];
  if (!result || !told) return undefined;
  // Where the question itself was refused there is no state.
  if (state === undefined && told.code === '5000') return undefined;
  return {
    ...told,
    state: state ?? 'error',
    stateCode: result.attributes['CodigoEstadoSolicitud'] ?? '',
    count: Number(result.attributes['NumeroCFDIs'] ?? 0),
    packages: result.children
      .filter(({ name }) => name === 'IdsPaquetes')
      .flatMap(({ text, children }) => [text ?? '', ...children.map((child) => child.text ?? '')])
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  };
}

/** A package in base64; empty where it was not handed out. */
export function readPackage(xml: string): (Told & { readonly base64: string }) | undefined {
  const root = rootOf(xml);
  const told = toldBy(root && find(root, (node) => node.name === 'respuesta'));
  return told && root && { ...told, base64: (textOf(root, 'Paquete') ?? '').trim() };
}

/** The text of a SOAP fault, shortened. */
export function readFault(xml: string): string | undefined {
  const root = rootOf(xml);
  return root && textOf(root, 'faultstring')?.trim().slice(0, 200);
}

/** Whether a SOAP fault is about who asks (WS-Security's InvalidSecurity and the like): the request was not looked at. */
export function isSecurityFault(xml: string): boolean {
  const root = rootOf(xml);
  const said = root && [textOf(root, 'faultcode'), textOf(root, 'faultstring')].join(' ');
  return said !== undefined && /InvalidSecurity|FailedAuthentication|verifying security/.test(said);
}

function rootOf(xml: string): XmlNode | undefined {
  const read = readXml(xml);
  return read.ok ? read.value : undefined;
}

function toldBy(node: XmlNode | undefined): Told | undefined {
  const code = node?.attributes['CodEstatus'];
  return code === undefined ? undefined : { code, message: node?.attributes['Mensaje'] ?? '' };
}

const findEnding = (root: XmlNode | undefined, end: string): XmlNode | undefined =>
  root && find(root, ({ name, attributes }) => name.endsWith(end) && 'CodEstatus' in attributes);

const textOf = (root: XmlNode, name: string): string | undefined =>
  find(root, (node) => node.name === name)?.text;

function find(node: XmlNode, wanted: (node: XmlNode) => boolean): XmlNode | undefined {
  if (wanted(node)) return node;
  for (const child of node.children) {
    const found = find(child, wanted);
    if (found) return found;
  }
  return undefined;
}
