import { createHash, verify, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';
import { readXml } from '#cfdi';

/** The tax authority's bulk download as specs see it, over HTTP: it checks signatures and tokens, and answers what it is told. */
export interface DownloadDouble {
  readonly url: string;
  /** What was asked, in order: the action's last word, and the attributes of the request. */
  readonly asked: {
    readonly action: string;
    readonly attributes: Record<string, string>;
    readonly body: string;
  }[];
  /** What comes next for an action; where nothing is, the request is accepted and finished, with what `files` has. */
  readonly turns: Record<string, (string | number)[]>;
  files: Readonly<Record<string, string>>;
  count: number | undefined;
  /** Tokens that were given out and are good. */
  readonly tokens: Set<string>;
  close(): void;
}

const DES = 'http://DescargaMasivaTerceros.sat.gob.mx';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

const envelope = (body: string, header = ''): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
export const result = (action: string, attributes: string, inside = ''): string =>
  envelope(
    `<${action}Response xmlns="${DES}"><${action}Result ${attributes}>${inside}</${action}Result></${action}Response>`,
  );
export const fault = (reason: string): string =>
  envelope(`<s:Fault><faultcode>a:x</faultcode><faultstring>${reason}</faultstring></s:Fault>`);

/** What lies between two marks; empty where one of them is missing. */
const between = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from);
  const end = start < 0 ? -1 : text.indexOf(to, start + from.length);
  return end < 0 ? '' : text.slice(start + from.length, end);
};

/** Whether the signature in a message is of the certificate in it, over the element that it has to be of. */
export function isSigned(body: string): boolean {
  const signature = `<Signature ${between(body, '<Signature ', '</Signature>')}</Signature>`;
  const signedInfo = between(signature, '<SignedInfo>', '</SignedInfo>');
  const value = between(signature, '<SignatureValue>', '</SignatureValue>');
  const stamp = between(body, '<u:Timestamp ', '</u:Timestamp>');
  const token = between(between(body, '<o:BinarySecurityToken', '/o:'), '>', '<');
  const certificate = token === '' ? between(signature, '<X509Certificate>', '<') : token;
  const operation = between(body, '<s:Body>', '</s:Body>');
  const name = between(operation, '<', '>');
  const signed =
    stamp === ''
      ? operation.replace(`<${name}>`, `<${name} xmlns:des="${DES}">`).replace(signature, '')
      : `<u:Timestamp xmlns:u="${between(body, 'xmlns:u="', '"')}" ${stamp}</u:Timestamp>`;
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const canonical = Buffer.from(`<SignedInfo xmlns="${DSIG}">${signedInfo}</SignedInfo>`);
  return (
    createHash('sha1').update(signed).digest('base64') ===
      between(signedInfo, '<DigestValue>', '</DigestValue>') &&
    verify('sha1', canonical, publicKey, Buffer.from(value, 'base64'))
  );
}

/** The attributes of what is asked for. */
function attributesIn(body: string): Record<string, string> {
  const read = readXml(body);
  const [, inside] = read.ok ? read.value.children : [];
  return { ...inside?.children[0]?.children[0]?.attributes };
}

export async function openDownloadDouble(): Promise<DownloadDouble> {
  const double: Omit<DownloadDouble, 'url' | 'close'> = {
    ...{ asked: [], turns: {}, files: {}, count: undefined, tokens: new Set() },
  };
  let issued = 0;
  const usual = (action: string, attributes: Record<string, string>): string => {
    switch (action) {
      case 'Autentica': {
        const token = `token-${(issued += 1)}`;
        double.tokens.add(token);
        const times =
          '<o:Security xmlns:o="o"><u:Timestamp xmlns:u="u"><u:Created>2026-11-27T18:00:00.000Z</u:Created>' +
          '<u:Expires>2026-11-27T18:05:00.000Z</u:Expires></u:Timestamp></o:Security>';
        return envelope(
          `<AutenticaResponse xmlns="http://DescargaMasivaTerceros.gob.mx"><AutenticaResult>${token}</AutenticaResult></AutenticaResponse>`,
          times,
        );
      }
      case 'VerificaSolicitudDescarga': {
        const count = double.count ?? Object.keys(double.files).length;
        return result(
          action,
          `CodEstatus="5000" EstadoSolicitud="3" CodigoEstadoSolicitud="5000" NumeroCFDIs="${count}" Mensaje="Solicitud Aceptada"`,
          `<IdsPaquetes>${attributes['IdSolicitud']}_01</IdsPaquetes>`,
        );
      }
      case 'Descargar':
        return envelope(
          `<RespuestaDescargaMasivaTercerosSalida xmlns="${DES}"><Paquete>${zip(double.files)}</Paquete></RespuestaDescargaMasivaTercerosSalida>`,
          `<h:respuesta xmlns:h="${DES}" CodEstatus="5000" Mensaje="Solicitud Aceptada"/>`,
        );
      default:
        issued += 1;
        return result(
          action,
          `IdSolicitud="request-${issued}" CodEstatus="5000" Mensaje="Solicitud Aceptada"`,
        );
    }
  };
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const action = String(request.headers['soapaction']).replaceAll('"', '').split('/').at(-1) ?? '';
      const attributes = attributesIn(body);
      double.asked.push({ action, attributes, body });
      const token = between(request.headers['authorization'] ?? '', 'WRAP access_token="', '"');
      const turn = double.turns[action]?.shift();
      if (typeof turn === 'number')
        return void (turn === 0 ? request.socket.destroy() : response.writeHead(turn).end());
      if (turn !== undefined) return void response.end(turn);
      if (!isSigned(body))
        return void response.end(result(action, 'CodEstatus="302" Mensaje="Sello mal formado"'));
      if (action !== 'Autentica' && !double.tokens.has(token))
        return void response.end(result(action, 'CodEstatus="300" Mensaje="Token inválido"'));
      response.end(usual(action, attributes));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

const zip = (files: Readonly<Record<string, string>>): string =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)]))),
  ).toString('base64');
