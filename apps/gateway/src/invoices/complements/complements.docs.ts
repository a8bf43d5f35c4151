import type { RequestExample } from '#http';

/** An invoice with each complement, for `createInvoice`. */
export const complementExamples: Readonly<Record<string, RequestExample>> = {
  payroll: {
    summary: 'A payroll',
    body: {
      type: 'N',
      customer: {
        legal_name: 'INGRID XODAR JIMENEZ',
        tax_id: 'XOJI740919U48',
        tax_system: '605',
        address: { zip: '76028' },
      },
      complements: [
        {
          type: 'nomina',
          data: {
            fecha_pago: '2026-11-20',
            fecha_inicial_pago: '2026-11-01',
            fecha_final_pago: '2026-11-15',
            num_dias_pagados: 15,
            emisor: { registro_patronal: 'B5510768108' },
            receptor: {
              curp: 'XOJI740919MQTDMN05',
              num_seguridad_social: '000000',
              fecha_inicio_rel_laboral: '2015-01-01',
              tipo_contrato: '01',
              tipo_regimen: '02',
              tipo_jornada: '01',
              num_empleado: '120',
              riesgo_puesto: '1',
              periodicidad_pago: '04',
              salario_base_cot_apor: 490.22,
              salario_diario_integrado: 146.47,
              clave_ent_fed: 'GUA',
            },
            percepciones: {
              percepcion: [
                { tipo_percepcion: '001', clave: '00500', importe_gravado: 2803.77, importe_exento: 0 },
                {
                  tipo_percepcion: '019',
                  clave: '019',
                  importe_gravado: 400,
                  importe_exento: 100,
                  horas_extra: [{ dias: 1, tipo_horas: '01', horas_extra: 4, importe_pagado: 500 }],
                },
              ],
            },
            deducciones: [
              { tipo_deduccion: '001', clave: '301', importe: 200 },
              { tipo_deduccion: '002', clave: '302', importe: 100.5 },
            ],
            otros_pagos: [{ tipo_otro_pago: '002', clave: '401', importe: 0, subsidio_causado: 0 }],
          },
        },
      ],
    },
  },
  carta_porte: {
    summary: 'Transport of own goods (Carta Porte)',
    body: {
      type: 'T',
      customer: {
        legal_name: 'ESCUELA KEMPER URGATE',
        tax_id: 'EKU9003173C9',
        tax_system: '601',
        address: { zip: '42501' },
      },
      items: [{ quantity: 10, product: { description: 'Ukelele', product_key: '60131324' } }],
      complements: [
        {
          type: 'carta_porte',
          data: {
            IdCCP: 'CCC1A2B3-4C5D-4E6F-8A9B-0C1D2E3F4A5B',
            TranspInternac: 'No',
            TotalDistRec: 120,
            Ubicaciones: [
              {
                TipoUbicacion: 'Origen',
                RFCRemitenteDestinatario: 'EKU9003173C9',
                FechaHoraSalidaLlegada: '2026-11-22T08:00:00',
                Domicilio: { Calle: 'Uno', Estado: 'HID', Pais: 'MEX', CodigoPostal: '42501' },
              },
              {
                TipoUbicacion: 'Destino',
                RFCRemitenteDestinatario: 'URE180429TM6',
                FechaHoraSalidaLlegada: '2026-11-22T12:00:00',
                DistanciaRecorrida: 120,
                Domicilio: { Calle: 'Dos', Estado: 'TAB', Pais: 'MEX', CodigoPostal: '86991' },
              },
            ],
            Mercancias: {
              PesoBrutoTotal: 10.5,
              UnidadPeso: 'KGM',
              NumTotalMercancias: 1,
              Mercancia: [
                {
                  BienesTransp: '60131324',
                  Descripcion: 'Ukeleles',
                  Cantidad: 10,
                  ClaveUnidad: 'H87',
                  PesoEnKg: 10.5,
                },
              ],
              Autotransporte: {
                PermSCT: 'TPAF01',
                NumPermisoSCT: 'SICT-2026/1',
                IdentificacionVehicular: {
                  ConfigVehicular: 'C2',
                  PesoBrutoVehicular: 17.5,
                  PlacaVM: 'ABC1234',
                  AnioModeloVM: '2022',
                },
                Seguros: { AseguraRespCivil: 'Seguros', PolizaRespCivil: 'RC-0001' },
              },
            },
            FiguraTransporte: [
              {
                TipoFigura: '01',
                RFCFigura: 'CACX7605101P8',
                NumLicencia: 'L123456',
                NombreFigura: 'XOCHILT CASAS',
              },
            ],
          },
        },
      ],
    },
  },
  foreign_trade: {
    summary: 'An export (Comercio Exterior)',
    body: {
      customer: {
        legal_name: 'ACME INC',
        tax_id: '123456789',
        address: { street: 'Main St', zip: '75001', state: 'TX', country: 'USA' },
      },
      payment_form: '03',
      currency: 'USD',
      exchange: 17.1995,
      export: '02',
      items: [
        {
          quantity: 2,
          product: {
            description: 'Cigarros',
            product_key: '50211503',
            sku: 'A-1',
            unit_name: '01',
            price: 200,
            taxes: [{ type: 'IVA', rate: 0 }],
          },
        },
      ],
      complements: [
        {
          type: 'comercio_exterior',
          data: {
            ClaveDePedimento: 'A1',
            CertificadoOrigen: 0,
            TipoCambioUSD: 17.1995,
            TotalUSD: 400,
            Emisor: {
              Domicilio: {
                Calle: 'Uno',
                Municipio: '067',
                Estado: 'HID',
                Pais: 'MEX',
                CodigoPostal: '42501',
              },
            },
            Receptor: { Domicilio: { Calle: 'Main St', Estado: 'TX', Pais: 'USA', CodigoPostal: '75001' } },
            Mercancias: {
              Mercancia: [{ NoIdentificacion: 'A-1', FraccionArancelaria: '2402200100', ValorDolares: 400 }],
            },
          },
        },
      ],
    },
  },
  legends: {
    summary: 'Legends that tax provisions ask for',
    body: {
      customer: {
        legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
        tax_id: 'URE180429TM6',
        tax_system: '601',
        address: { zip: '86991' },
      },
      payment_form: '03',
      items: [{ product: { description: 'Curso', product_key: '86101700', price: 1160 } }],
      complements: [
        {
          type: 'leyendas_fiscales',
          data: {
            leyendas: [
              {
                disposicion_fiscal: 'RESDERAUTH',
                norma: 'Artículo 2. Fracción IV.',
                texto_leyenda: 'El software desarrollado se entrega con el beneficio que señala la norma.',
              },
            ],
          },
        },
      ],
    },
  },
  payment: {
    summary: 'A payment of an invoice that was issued elsewhere',
    body: {
      type: 'P',
      customer: {
        legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
        tax_id: 'URE180429TM6',
        tax_system: '601',
        address: { zip: '86991' },
      },
      complements: [
        {
          type: 'pago',
          data: [
            {
              payment_form: '03',
              related_documents: [
                {
                  uuid: '39c85a3f-275b-4341-b259-e8971d9f8a94',
                  amount: 116,
                  installment: 1,
                  last_balance: 116,
                  taxes: [{ base: 100, type: 'IVA', rate: 0.16 }],
                },
              ],
            },
          ],
        },
      ],
    },
  },
};
