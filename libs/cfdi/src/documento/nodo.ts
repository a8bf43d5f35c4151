import type { Construido } from '../complementos/complemento.js';
import type { Comprobante, Concepto, Parte, Retencion, Traslado } from '../comprobante.js';
import { conRuta } from '../formas/rutas.js';
import type { Nodo } from '../parsed.js';

/**
 * A comprobante that was built as the element that its XML would be, with the paths of the input: the rules of the
 * matrices read it as they read a document that came in. Its seal is empty.
 */
const CFDI = 'http://www.sat.gob.mx/cfd/4';

type Valores = Readonly<Record<string, string | undefined>>;
type Campos = Readonly<Record<string, string>>;

function nodo(nombre: string, valores: Valores, hijos: readonly (Nodo | undefined)[] = []): Nodo {
  const atributos: Record<string, string> = {};
  for (const name in valores) if (valores[name] !== undefined) atributos[name] = valores[name];
  return { nombre, espacio: CFDI, atributos, hijos: hijos.filter((hijo) => hijo !== undefined) };
}

const grupo = (nombre: string, hijos: readonly Nodo[]): Nodo | undefined =>
  hijos.length === 0 ? undefined : nodo(nombre, {}, hijos);

/** What was built of the complements: of the document, and of its lines by their index. */
export interface Complementos {
  readonly deComprobante: readonly Construido[];
  readonly deConceptos: ReadonlyMap<number, Construido>;
}

/** The element of a built comprobante. */
export function nodoDelComprobante(c: Comprobante, { deComprobante, deConceptos }: Complementos): Nodo {
  const { emisor, receptor, informacionGlobal: global } = c;
  const raiz = nodo(
    'Comprobante',
    {
      ...{
        Version: '4.0',
        Serie: c.serie,
        Folio: c.folio,
        Fecha: c.fecha,
        Sello: '',
        FormaPago: c.formaPago,
      },
      ...{ NoCertificado: '', Certificado: '', CondicionesDePago: c.condicionesDePago },
      ...{ SubTotal: c.subTotal, Descuento: c.descuento, Moneda: c.moneda, TipoCambio: c.tipoCambio },
      ...{ Total: c.total, TipoDeComprobante: c.tipo, Exportacion: c.exportacion, MetodoPago: c.metodoPago },
      ...{ LugarExpedicion: c.lugarExpedicion, Confirmacion: c.confirmacion },
    },
    [
      global &&
        conRuta(
          nodo('InformacionGlobal', {
            ...{ Periodicidad: global.periodicidad, Meses: global.meses, Año: String(global.anio) },
          }),
          'informacionGlobal',
          { Periodicidad: 'periodicidad', Meses: 'meses', Año: 'anio' },
        ),
      ...c.cfdiRelacionados.map(({ tipoRelacion, uuids }, i) =>
        conRuta(
          nodo(
            'CfdiRelacionados',
            { TipoRelacion: tipoRelacion },
            uuids.map((uuid, j) =>
              conRuta(nodo('CfdiRelacionado', { UUID: uuid }), `cfdiRelacionados[${i}].uuids[${j}]`),
            ),
          ),
          `cfdiRelacionados[${i}]`,
          { TipoRelacion: 'tipoRelacion', CfdiRelacionado: 'uuids' },
        ),
      ),
      conRuta(
        nodo('Emisor', {
          ...{ Rfc: emisor.rfc, Nombre: emisor.nombre, RegimenFiscal: emisor.regimenFiscal },
          FacAtrAdquirente: emisor.facAtrAdquirente,
        }),
        'emisor',
        EMISOR,
      ),
      conRuta(
        nodo('Receptor', {
          ...{
            Rfc: receptor.rfc,
            Nombre: receptor.nombre,
            DomicilioFiscalReceptor: receptor.domicilioFiscal,
          },
          ...{ ResidenciaFiscal: receptor.residenciaFiscal, NumRegIdTrib: receptor.numRegIdTrib },
          ...{ RegimenFiscalReceptor: receptor.regimenFiscal, UsoCFDI: receptor.usoCfdi },
        }),
        'receptor',
        RECEPTOR,
      ),
      conRuta(
        nodo(
          'Conceptos',
          {},
          c.conceptos.map((concepto, i) => nodoDelConcepto(concepto, i, deConceptos.get(i))),
        ),
        'conceptos',
      ),
      resumen(c),
      grupo(
        'Complemento',
        deComprobante.map(({ nodo: complemento }) => complemento),
      ),
    ],
  );
  return conRuta(raiz, '', RAIZ);
}

const RAIZ: Campos = {
  ...{ Serie: 'serie', Folio: 'folio', Fecha: 'fecha', FormaPago: 'formaPago', MetodoPago: 'metodoPago' },
  ...{ CondicionesDePago: 'condicionesDePago', Moneda: 'moneda', TipoCambio: 'tipoCambio' },
  ...{ TipoDeComprobante: 'tipo', Exportacion: 'exportacion', LugarExpedicion: 'lugarExpedicion' },
  ...{ Confirmacion: 'confirmacion', SubTotal: 'conceptos', Descuento: 'conceptos', Total: 'conceptos' },
  ...{ InformacionGlobal: 'informacionGlobal', CfdiRelacionados: 'cfdiRelacionados', Emisor: 'emisor' },
  ...{ Receptor: 'receptor', Conceptos: 'conceptos', Impuestos: 'conceptos', Complemento: 'complementos' },
};
const EMISOR: Campos = {
  ...{ Rfc: 'rfc', Nombre: 'nombre', RegimenFiscal: 'regimenFiscal', FacAtrAdquirente: 'facAtrAdquirente' },
};
const RECEPTOR: Campos = {
  ...{ Rfc: 'rfc', Nombre: 'nombre', DomicilioFiscalReceptor: 'domicilioFiscal' },
  ...{ ResidenciaFiscal: 'residenciaFiscal', NumRegIdTrib: 'numRegIdTrib' },
  ...{ RegimenFiscalReceptor: 'regimenFiscal', UsoCFDI: 'usoCfdi' },
};
const CONCEPTO: Campos = {
  ...{ ClaveProdServ: 'claveProdServ', NoIdentificacion: 'noIdentificacion', Cantidad: 'cantidad' },
  ...{ ClaveUnidad: 'claveUnidad', Unidad: 'unidad', Descripcion: 'descripcion', ValorUnitario: 'precio' },
  ...{ Importe: 'precio', Descuento: 'descuento', ObjetoImp: 'objetoImp', Impuestos: 'impuestos' },
  ...{ ACuentaTerceros: 'aCuentaTerceros', InformacionAduanera: 'informacionAduanera' },
  ...{ CuentaPredial: 'cuentaPredial', ComplementoConcepto: 'complemento', Parte: 'partes' },
};
const TERCERO: Campos = {
  ...{ RfcACuentaTerceros: 'rfc', NombreACuentaTerceros: 'nombre' },
  ...{ RegimenFiscalACuentaTerceros: 'regimenFiscal', DomicilioFiscalACuentaTerceros: 'domicilioFiscal' },
};
const PARTE: Campos = {
  ...{ ClaveProdServ: 'claveProdServ', NoIdentificacion: 'noIdentificacion', Cantidad: 'cantidad' },
  ...{
    Unidad: 'unidad',
    Descripcion: 'descripcion',
    ValorUnitario: 'valorUnitario',
    Importe: 'valorUnitario',
  },
  InformacionAduanera: 'informacionAduanera',
};

function nodoDelConcepto(c: Concepto, i: number, complemento: Construido | undefined): Nodo {
  const ruta = `conceptos[${i}]`;
  const { aCuentaTerceros: tercero } = c;
  const impuestos = [
    grupo(
      'Traslados',
      c.traslados.map((row) => deImpuestos('Traslado', row, ruta)),
    ),
    grupo(
      'Retenciones',
      c.retenciones.map((row) => deImpuestos('Retencion', row, ruta)),
    ),
  ].filter((hijo) => hijo !== undefined);
  const out = nodo(
    'Concepto',
    {
      ...{ ClaveProdServ: c.claveProdServ, NoIdentificacion: c.noIdentificacion, Cantidad: c.cantidad },
      ...{ ClaveUnidad: c.claveUnidad, Unidad: c.unidad, Descripcion: c.descripcion },
      ...{
        ValorUnitario: c.valorUnitario,
        Importe: c.importe,
        Descuento: c.descuento,
        ObjetoImp: c.objetoImp,
      },
    },
    [
      grupo('Impuestos', impuestos),
      tercero &&
        conRuta(
          nodo('ACuentaTerceros', {
            ...{ RfcACuentaTerceros: tercero.rfc, NombreACuentaTerceros: tercero.nombre },
            RegimenFiscalACuentaTerceros: tercero.regimenFiscal,
            DomicilioFiscalACuentaTerceros: tercero.domicilioFiscal,
          }),
          `${ruta}.aCuentaTerceros`,
          TERCERO,
        ),
      ...pedimentos(c.informacionAduanera, `${ruta}.informacionAduanera`),
      ...c.cuentaPredial.map((Numero, j) =>
        conRuta(nodo('CuentaPredial', { Numero }), `${ruta}.cuentaPredial[${j}]`),
      ),
      complemento && nodo('ComplementoConcepto', {}, [complemento.nodo]),
      ...c.partes.map((parte, j) => nodoDeParte(parte, `${ruta}.partes[${j}]`)),
    ],
  );
  return conRuta(out, ruta, CONCEPTO);
}

/** The input's order of taxes is not the document's: a rule that one of them breaks names them all. */
const deImpuestos = (nombre: string, row: Traslado | Retencion, ruta: string): Nodo =>
  conRuta(impuesto(nombre, row), `${ruta}.impuestos`, {
    ...{ Base: '/' + ruta + '.impuestos', Importe: '/' + ruta + '.impuestos' },
    ...{ TasaOCuota: '/' + ruta + '.impuestos', TipoFactor: '/' + ruta + '.impuestos' },
    Impuesto: '/' + ruta + '.impuestos',
  });

const impuesto = (nombre: string, row: Traslado | Retencion): Nodo =>
  nodo(nombre, {
    ...{ Base: row.base, Impuesto: row.impuesto, TipoFactor: row.tipoFactor },
    ...{ TasaOCuota: row.tasaOCuota, Importe: row.importe },
  });

const pedimentos = (numeros: readonly string[], ruta: string): readonly Nodo[] =>
  numeros.map((NumeroPedimento, j) =>
    conRuta(nodo('InformacionAduanera', { NumeroPedimento }), `${ruta}[${j}]`, {
      NumeroPedimento: `/${ruta}[${j}]`,
    }),
  );

function nodoDeParte(p: Parte, ruta: string): Nodo {
  const out = nodo(
    'Parte',
    {
      ...{ ClaveProdServ: p.claveProdServ, NoIdentificacion: p.noIdentificacion, Cantidad: p.cantidad },
      ...{ Unidad: p.unidad, Descripcion: p.descripcion, ValorUnitario: p.valorUnitario, Importe: p.importe },
    },
    pedimentos(p.informacionAduanera, `${ruta}.informacionAduanera`),
  );
  return conRuta(out, ruta, PARTE);
}

function resumen(c: Comprobante): Nodo | undefined {
  const hijos = [
    grupo(
      'Retenciones',
      c.retenciones.map((row) => nodo('Retencion', { Impuesto: row.impuesto, Importe: row.importe })),
    ),
    grupo(
      'Traslados',
      c.traslados.map((row) => impuesto('Traslado', row)),
    ),
  ].filter((hijo) => hijo !== undefined);
  if (hijos.length === 0) return undefined;
  const { totalImpuestosRetenidos, totalImpuestosTrasladados } = c;
  return conRuta(
    nodo(
      'Impuestos',
      {
        TotalImpuestosRetenidos: totalImpuestosRetenidos,
        TotalImpuestosTrasladados: totalImpuestosTrasladados,
      },
      hijos,
    ),
    'conceptos',
    { TotalImpuestosRetenidos: '/conceptos', TotalImpuestosTrasladados: '/conceptos' },
  );
}
