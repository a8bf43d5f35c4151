import { formatDecimal } from '#kernel';
import { pagos20 } from '../../formas/estandares/complementos/pagos-20.js';
import { conRuta } from '../../formas/rutas.js';
import type { Nodo } from '../../parsed.js';
import type { PagoCalculado } from './calcular.js';
import { equivalenciaTexto, importeTexto } from './escrito.js';
import { CAMPOS_OPERACION } from './leer.js';
import type { DocumentoLeido, ImpuestoLeido } from './leido.js';
import { centavosDe, TOTALES } from './totales.js';

type Valores = Readonly<Record<string, string | undefined>>;

/** An element with its attributes in the table's order, and the children that there are. */
function nodo(nombre: string, valores: Valores, hijos: readonly (Nodo | undefined)[] = []): Nodo {
  const atributos: Record<string, string> = {};
  for (const name in valores) if (valores[name] !== undefined) atributos[name] = valores[name];
  return {
    ...{ nombre, espacio: pagos20.espacio, atributos },
    hijos: hijos.filter((hijo) => hijo !== undefined),
  };
}

const grupo = (nombre: string, hijos: readonly (Nodo | undefined)[]): Nodo | undefined =>
  hijos.some((hijo) => hijo !== undefined) ? nodo(nombre, {}, hijos) : undefined;

const tasaTexto = (tasa: bigint | undefined): string | undefined =>
  tasa === undefined ? undefined : formatDecimal(tasa, { min: 6 });

const opcional = (importe: bigint | undefined, decimales: number): string | undefined =>
  importe === undefined ? undefined : importeTexto(importe, decimales);

/** pago20:Pagos of computed payments, with the paths of the input below `ruta`. */
export function nodoDePagos(calculados: readonly PagoCalculado[], ruta: string): Nodo {
  const totales = Object.fromEntries(
    TOTALES.map((total) => {
      const centavos = centavosDe(total, calculados);
      return [
        total.atributo,
        centavos === undefined ? undefined : formatDecimal(centavos, { scale: 2, min: 2 }),
      ];
    }),
  );
  // Totals come from all payments: whatever is wrong with one is said of the list.
  const deTodos = Object.fromEntries(TOTALES.map(({ atributo }) => [atributo, `/${ruta}`]));
  return conRuta(
    nodo('Pagos', { Version: '2.0' }, [
      conRuta(nodo('Totales', totales), ruta, deTodos),
      ...calculados.map(nodoDePago),
    ]),
    ruta,
    { Totales: `/${ruta}`, Pago: `/${ruta}` },
  );
}

function nodoDePago(calculado: PagoCalculado): Nodo {
  const { pago, monto, tipoCambio } = calculado;
  return conRuta(
    nodo(
      'Pago',
      {
        ...{ FechaPago: pago.fecha, FormaDePagoP: pago.formaPago, MonedaP: pago.moneda },
        ...{ TipoCambioP: formatDecimal(tipoCambio), Monto: importeTexto(monto, pago.decimales) },
        ...pago.operacion,
      },
      [...pago.documentos.map(nodoDeDocumento), impuestosP(calculado)],
    ),
    pago.ruta,
    {
      ...{ FechaPago: 'fecha', FormaDePagoP: 'formaPago', MonedaP: 'moneda', TipoCambioP: 'tipoCambio' },
      ...{ Monto: pago.monto === undefined ? 'documentos' : 'monto', ...CAMPOS_OPERACION },
      ...{ DoctoRelacionado: 'documentos', ImpuestosP: 'documentos' },
    },
  );
}

function impuestosP({ pago, retenciones, traslados }: PagoCalculado): Nodo | undefined {
  const ruta = `${pago.ruta}.documentos`;
  const de = (nombre: string, valores: Valores): Nodo =>
    conRuta(
      nodo(nombre, valores),
      ruta,
      Object.fromEntries(Object.keys(valores).map((name) => [name, `/${ruta}`])),
    );
  return grupo('ImpuestosP', [
    grupo(
      'RetencionesP',
      retenciones.map(({ impuesto, importe }) =>
        de('RetencionP', { ImpuestoP: impuesto, ImporteP: importeTexto(importe, pago.decimales) }),
      ),
    ),
    grupo(
      'TrasladosP',
      traslados.map(({ base, impuesto, tipoFactor, tasa, importe }) =>
        de('TrasladoP', {
          ...{ BaseP: importeTexto(base, pago.decimales), ImpuestoP: impuesto, TipoFactorP: tipoFactor },
          ...{ TasaOCuotaP: tasaTexto(tasa), ImporteP: opcional(importe, pago.decimales) },
        }),
      ),
    ),
  ]);
}

const CAMPOS_DOCUMENTO: Readonly<Record<string, string>> = {
  ...{ IdDocumento: 'idDocumento', Serie: 'serie', Folio: 'folio', MonedaDR: 'moneda' },
  ...{ EquivalenciaDR: 'equivalencia', NumParcialidad: 'numParcialidad', ImpSaldoAnt: 'saldoAnterior' },
  ...{ ImpPagado: 'importePagado', ImpSaldoInsoluto: 'saldoAnterior', ObjetoImpDR: 'objetoImp' },
  ImpuestosDR: 'impuestos',
};

function nodoDeDocumento(docto: DocumentoLeido): Nodo {
  const { decimales, saldoAnterior, importePagado, impuestos } = docto;
  const filas = (retencion: boolean): readonly Nodo[] =>
    impuestos
      .filter((impuesto) => impuesto.retencion === retencion)
      .map((impuesto) => filaDR(retencion ? 'RetencionDR' : 'TrasladoDR', impuesto, decimales));
  const deImpuestos = grupo('ImpuestosDR', [
    grupo('RetencionesDR', filas(true)),
    grupo('TrasladosDR', filas(false)),
  ]);
  return conRuta(
    nodo(
      'DoctoRelacionado',
      {
        ...{ IdDocumento: docto.idDocumento, Serie: docto.serie, Folio: docto.folio },
        ...{ MonedaDR: docto.moneda, EquivalenciaDR: equivalenciaTexto(docto.equivalencia) },
        ...{ NumParcialidad: docto.numParcialidad, ImpSaldoAnt: importeTexto(saldoAnterior, decimales) },
        ImpPagado: importeTexto(importePagado, decimales),
        ImpSaldoInsoluto: importeTexto(saldoAnterior - importePagado, decimales),
        ObjetoImpDR: docto.objetoImp,
      },
      [deImpuestos && conRuta(deImpuestos, `${docto.ruta}.impuestos`)],
    ),
    docto.ruta,
    CAMPOS_DOCUMENTO,
  );
}

const filaDR = (nombre: string, impuesto: ImpuestoLeido, decimales: number): Nodo =>
  conRuta(
    nodo(nombre, {
      ...{ BaseDR: importeTexto(impuesto.base, decimales), ImpuestoDR: impuesto.impuesto },
      ...{ TipoFactorDR: impuesto.tipoFactor, TasaOCuotaDR: tasaTexto(impuesto.tasa) },
      ImporteDR: opcional(impuesto.importe, decimales),
    }),
    impuesto.ruta,
    {
      ...{ BaseDR: 'base', ImpuestoDR: 'impuesto', TipoFactorDR: 'tipoFactor' },
      ...{ TasaOCuotaDR: 'tasa', ImporteDR: 'importe' },
    },
  );
