import { algunos, conCadena, conTexto, elemento, entre, opc, talVez, type Estandar } from '../../forma.js';
import { entero, fecha, fijo, importe, textoLibre, uno, forma } from '../../tipos.js';

export const detallista: Estandar = {
  prefijo: 'detallista',
  espacio: 'http://www.sat.gob.mx/detallista',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/detallista/detallista.xsd',
  raiz: conCadena(
    elemento(
      'detallista',
      {
        type: opc(fijo('SimpleInvoiceType')),
        contentVersion: opc(fijo('1.3.1')),
        documentStructureVersion: fijo('AMC8.1'),
        documentStatus: uno('ORIGINAL', 'COPY', 'REEMPLAZA', 'DELETE'),
      },
      elemento(
        'requestForPaymentIdentification',
        {},
        conTexto(
          elemento('entityType', {}),
          uno(
            'INVOICE',
            'DEBIT_NOTE',
            'CREDIT_NOTE',
            'LEASE_RECEIPT',
            'HONORARY_RECEIPT',
            'PARTIAL_INVOICE',
            'TRANSPORT_DOCUMENT',
            'AUTO_INVOICE',
          ),
        ),
      ),
      entre(
        0,
        4,
        elemento(
          'specialInstruction',
          { code: uno('AAB', 'DUT', 'PUR', 'ZZZ') },
          entre(1, 15, conTexto(elemento('text', {}), textoLibre(1, 255))),
        ),
      ),
      elemento(
        'orderIdentification',
        {},
        entre(
          1,
          30,
          conTexto(
            conCadena(elemento('referenceIdentification', { type: fijo('ON') }), ''),
            textoLibre(),
            'requerido',
          ),
        ),
        talVez(conTexto(elemento('ReferenceDate', {}), fecha, 'opcional')),
      ),
      elemento(
        'AdditionalInformation',
        {},
        entre(
          1,
          99,
          conTexto(
            elemento('referenceIdentification', {
              type: uno('AAE', 'CK', 'ACE', 'ATZ', 'DQ', 'IV', 'ON', 'AWR'),
            }),
            textoLibre(),
          ),
        ),
      ),
      talVez(
        elemento(
          'DeliveryNote',
          {},
          entre(1, 30, conTexto(elemento('referenceIdentification', {}), textoLibre(1, 35))),
          talVez(conTexto(elemento('ReferenceDate', {}), fecha)),
        ),
      ),
      conCadena(
        elemento(
          'buyer',
          {},
          conTexto(elemento('gln', {}), textoLibre(13, 13), 'requerido'),
          talVez(
            elemento(
              'contactInformation',
              {},
              elemento('personOrDepartmentName', {}, conTexto(elemento('text', {}), textoLibre(1, 35))),
            ),
          ),
        ),
        '>gln',
      ),
      talVez(
        elemento(
          'seller',
          {},
          conTexto(elemento('gln', {}), textoLibre(13, 13), 'requerido'),
          conTexto(
            conCadena(
              elemento('alternatePartyIdentification', {
                type: uno('SELLER_ASSIGNED_IDENTIFIER_FOR_A_PARTY', 'IEPS_REFERENCE'),
              }),
              '',
            ),
            textoLibre(),
            'requerido',
          ),
        ),
      ),
      talVez(
        elemento(
          'shipTo',
          {},
          talVez(conTexto(elemento('gln', {}), textoLibre(13, 13))),
          talVez(
            elemento(
              'nameAndAddress',
              {},
              algunos(conTexto(elemento('name', {}), textoLibre(1, 35))),
              algunos(conTexto(elemento('streetAddressOne', {}), textoLibre(1, 35))),
              algunos(conTexto(elemento('city', {}), textoLibre(1, 35))),
              algunos(conTexto(elemento('postalCode', {}), textoLibre(1, 9))),
            ),
          ),
        ),
      ),
      talVez(
        elemento(
          'InvoiceCreator',
          {},
          talVez(conTexto(elemento('gln', {}), textoLibre(13, 13))),
          talVez(conTexto(elemento('alternatePartyIdentification', { type: uno('VA', 'IA') }), textoLibre())),
          talVez(
            elemento(
              'nameAndAddress',
              {},
              talVez(conTexto(elemento('name', {}), textoLibre(1, 35))),
              talVez(conTexto(elemento('streetAddressOne', {}), textoLibre(1, 35))),
              talVez(conTexto(elemento('city', {}), textoLibre(1, 35))),
              talVez(conTexto(elemento('postalCode', {}), textoLibre(1, 9))),
            ),
          ),
        ),
      ),
      algunos(elemento('Customs', {}, talVez(conTexto(elemento('gln', {}), textoLibre(13, 13))))),
      entre(
        0,
        3,
        elemento(
          'currency',
          { currencyISOCode: uno('MXN', 'XEU', 'USD') },
          entre(
            1,
            3,
            conTexto(
              elemento('currencyFunction', {}),
              uno('BILLING_CURRENCY', 'PRICE_CURRENCY', 'PAYMENT_CURRENCY'),
            ),
          ),
          talVez(conTexto(elemento('rateOfChange', {}), importe)),
        ),
      ),
      talVez(
        elemento(
          'paymentTerms',
          {
            paymentTermsEvent: opc(uno('DATE_OF_INVOICE', 'EFFECTIVE_DATE')),
            PaymentTermsRelationTime: opc(uno('REFERENCE_AFTER')),
          },
          talVez(
            elemento(
              'netPayment',
              { netPaymentTermsType: uno('BASIC_NET', 'END_OF_MONTH', 'BASIC_DISCOUNT_OFFERED') },
              talVez(
                elemento(
                  'paymentTimePeriod',
                  {},
                  elemento(
                    'timePeriodDue',
                    { timePeriod: uno('DAYS') },
                    conTexto(elemento('value', {}), textoLibre(1, 5)),
                  ),
                ),
              ),
            ),
          ),
          talVez(
            elemento(
              'discountPayment',
              { discountType: uno('ALLOWANCE_BY_PAYMENT_ON_TIME', 'SANCTION') },
              conTexto(elemento('percentage', {}), textoLibre(1, 5)),
            ),
          ),
        ),
      ),
      talVez(elemento('shipmentDetail', {})),
      entre(
        0,
        99,
        elemento(
          'allowanceCharge',
          {
            allowanceChargeType: uno('ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL'),
            settlementType: uno('BILL_BACK', 'OFF_INVOICE'),
            sequenceNumber: opc(textoLibre(1, 15)),
          },
          talVez(
            conTexto(
              elemento('specialServicesType', {}),
              uno(
                'AA',
                'AJ',
                'ADO',
                'ADT',
                'ADS',
                'ABZ',
                'DA',
                'EAA',
                'EAB',
                'PI',
                'TAE',
                'SAB',
                'RAA',
                'PAD',
                'FG',
                'FA',
                'TD',
                'TS',
                'TX',
                'TZ',
                'ZZZ',
                'VAB',
                'UM',
                'DI',
                'CAC',
                'COD',
                'EAB',
                'FC',
                'FI',
                'HD',
                'QD',
              ),
            ),
          ),
          talVez(
            elemento(
              'monetaryAmountOrPercentage',
              {},
              talVez(
                elemento(
                  'rate',
                  { base: uno('INVOICE_VALUE') },
                  conTexto(elemento('percentage', {}), importe),
                ),
              ),
            ),
          ),
        ),
      ),
      algunos(
        elemento(
          'lineItem',
          { type: opc(textoLibre(1, 32)), number: opc(entero()) },
          elemento('tradeItemIdentification', {}, conTexto(elemento('gtin', {}), textoLibre(1, 14))),
          algunos(
            conTexto(
              elemento('alternateTradeItemIdentification', {
                type: uno(
                  'BUYER_ASSIGNED',
                  'SUPPLIER_ASSIGNED',
                  'SERIAL_NUMBER',
                  'GLOBAL_TRADE_ITEM_IDENTIFICATION',
                ),
              }),
              textoLibre(),
            ),
          ),
          talVez(
            elemento(
              'tradeItemDescriptionInformation',
              { language: opc(uno('ES', 'EN')) },
              conTexto(elemento('longText', {}), textoLibre(1, 35)),
            ),
          ),
          conTexto(elemento('invoicedQuantity', { unitOfMeasure: forma(/^[\w.:-]+$/, 'NMTOKEN') }), importe),
          algunos(
            conTexto(
              elemento('aditionalQuantity', { QuantityType: uno('NUM_CONSUMER_UNITS', 'FREE_GOODS') }),
              importe,
            ),
          ),
          talVez(elemento('grossPrice', {}, conTexto(elemento('Amount', {}), importe))),
          talVez(elemento('netPrice', {}, conTexto(elemento('Amount', {}), importe))),
          talVez(
            elemento(
              'AdditionalInformation',
              {},
              talVez(conTexto(elemento('referenceIdentification', { type: uno('ON') }), textoLibre())),
            ),
          ),
          algunos(
            elemento(
              'Customs',
              {},
              talVez(conTexto(elemento('gln', {}), textoLibre(13, 13))),
              conTexto(elemento('alternatePartyIdentification', { type: uno('TN') }), textoLibre()),
              conTexto(elemento('ReferenceDate', {}), fecha),
              elemento('nameAndAddress', {}, conTexto(elemento('name', {}), textoLibre(1, 35))),
            ),
          ),
          talVez(
            elemento(
              'LogisticUnits',
              {},
              conTexto(elemento('serialShippingContainerCode', { type: uno('BJ', 'SRV') }), textoLibre()),
            ),
          ),
          talVez(
            elemento(
              'palletInformation',
              {},
              conTexto(elemento('palletQuantity', {}), textoLibre(1, 15)),
              conTexto(
                elemento('description', {
                  type: uno('EXCHANGE_PALLETS', 'RETURN_PALLETS', 'PALLET_80x100', 'CASE', 'BOX'),
                }),
                textoLibre(),
              ),
              elemento(
                'transport',
                {},
                conTexto(elemento('methodOfPayment', {}), uno('PREPAID_BY_SELLER', 'PAID_BY_BUYER')),
              ),
            ),
          ),
          talVez(
            elemento(
              'extendedAttributes',
              {},
              entre(1, 10, conTexto(elemento('lotNumber', { productionDate: opc(fecha) }), textoLibre())),
            ),
          ),
          entre(
            0,
            99,
            elemento(
              'allowanceCharge',
              {
                allowanceChargeType: uno('ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL'),
                settlementType: opc(
                  uno('OFF_INVOICE', 'CHARGE_TO_BE_PAID_BY_VENDOR', 'CHARGE_TO_BE_PAID_BY_CUSTOMER'),
                ),
                sequenceNumber: opc(textoLibre(1, 15)),
              },
              talVez(
                conTexto(
                  elemento('specialServicesType', {}),
                  uno(
                    'AA',
                    'ADS',
                    'ADO',
                    'ABZ',
                    'DA',
                    'EAA',
                    'PI',
                    'TAE',
                    'SAB',
                    'RAA',
                    'PAD',
                    'FG',
                    'FA',
                    'TD',
                    'TS',
                    'TX',
                    'ZZZ',
                    'VAB',
                    'UM',
                    'DI',
                    'ADT',
                    'AJ',
                    'CAC',
                    'COD',
                    'EAB',
                    'FC',
                    'FI',
                    'HD',
                    'QD',
                  ),
                ),
              ),
              elemento(
                'monetaryAmountOrPercentage',
                {},
                conTexto(elemento('percentagePerUnit', {}), textoLibre(1, 5)),
                talVez(
                  elemento('ratePerUnit', {}, conTexto(elemento('amountPerUnit', {}), textoLibre(1, 5))),
                ),
              ),
            ),
          ),
          entre(
            0,
            99,
            elemento(
              'tradeItemTaxInformation',
              {},
              conTexto(
                elemento('taxTypeDescription', {}),
                uno('GST', 'VAT', 'LAC', 'AAA', 'ADD', 'FRE', 'LOC', 'STT', 'OTH'),
              ),
              talVez(conTexto(elemento('referenceNumber', {}), textoLibre(1, 20))),
              talVez(
                elemento(
                  'tradeItemTaxAmount',
                  {},
                  conTexto(elemento('taxPercentage', {}), importe),
                  conTexto(elemento('taxAmount', {}), importe),
                ),
              ),
              talVez(conTexto(elemento('taxCategory', {}), uno('TRANSFERIDO', 'RETENIDO'))),
            ),
          ),
          elemento(
            'totalLineAmount',
            {},
            talVez(elemento('grossAmount', {}, conTexto(elemento('Amount', {}), importe))),
            elemento('netAmount', {}, conTexto(elemento('Amount', {}), importe)),
          ),
        ),
      ),
      talVez(elemento('totalAmount', {}, conTexto(elemento('Amount', {}), importe, 'requerido'))),
      algunos(
        conCadena(
          elemento(
            'TotalAllowanceCharge',
            { allowanceOrChargeType: uno('ALLOWANCE', 'CHARGE') },
            talVez(
              conTexto(
                elemento('specialServicesType', {}),
                uno(
                  'AA',
                  'ADS',
                  'ADO',
                  'ABZ',
                  'DA',
                  'EAA',
                  'PI',
                  'TAE',
                  'SAB',
                  'RAA',
                  'PAD',
                  'FG',
                  'FA',
                  'TD',
                  'TS',
                  'TX',
                  'ZZZ',
                  'VAB',
                  'UM',
                  'DI',
                  'ADT',
                  'AJ',
                  'CAC',
                  'COD',
                  'EAB',
                  'FC',
                  'FI',
                  'HD',
                  'QD',
                ),
                'opcional',
              ),
            ),
            talVez(conTexto(elemento('Amount', {}), importe, 'opcional')),
          ),
          '>specialServicesType >Amount',
        ),
      ),
    ),
    'documentStructureVersion >orderIdentification >buyer/gln! >seller/gln! >seller/alternatePartyIdentification! >totalAmount/Amount! >TotalAllowanceCharge/specialServicesType >TotalAllowanceCharge/Amount',
  ),
};
