import {
  anyNumberOf,
  withCadena,
  estatusDetail,
  element,
  between,
  optional,
  optionalChild,
  type Standard,
} from '../../schema.js';
import { writeWhole, fecha, fixedType, importe, freeText, one, pattern } from '../../types.js';

export const detallista: Standard = {
  prefix: 'detallista',
  namespace: 'http://www.sat.gob.mx/detallista',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/detallista/detallista.xsd',
  root: withCadena(
    element(
      'detallista',
      {
        type: optional(fixedType('SimpleInvoiceType')),
        contentVersion: optional(fixedType('1.3.1')),
        documentStructureVersion: fixedType('AMC8.1'),
        documentStatus: one('ORIGINAL', 'COPY', 'REEMPLAZA', 'DELETE'),
      },
      element(
        'requestForPaymentIdentification',
        {},
        estatusDetail(
          element('entityType', {}),
          one(
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
      between(
        0,
        4,
        element(
          'specialInstruction',
          { code: one('AAB', 'DUT', 'PUR', 'ZZZ') },
          between(1, 15, estatusDetail(element('text', {}), freeText(1, 255))),
        ),
      ),
      element(
        'orderIdentification',
        {},
        between(
          1,
          30,
          estatusDetail(
            withCadena(element('referenceIdentification', { type: fixedType('ON') }), ''),
            freeText(),
            'required',
          ),
        ),
        optionalChild(estatusDetail(element('ReferenceDate', {}), fecha, 'optional')),
      ),
      element(
        'AdditionalInformation',
        {},
        between(
          1,
          99,
          estatusDetail(
            element('referenceIdentification', {
              type: one('AAE', 'CK', 'ACE', 'ATZ', 'DQ', 'IV', 'ON', 'AWR'),
            }),
            freeText(),
          ),
        ),
      ),
      optionalChild(
        element(
          'DeliveryNote',
          {},
          between(1, 30, estatusDetail(element('referenceIdentification', {}), freeText(1, 35))),
          optionalChild(estatusDetail(element('ReferenceDate', {}), fecha)),
        ),
      ),
      withCadena(
        element(
          'buyer',
          {},
          estatusDetail(element('gln', {}), freeText(13, 13), 'required'),
          optionalChild(
            element(
              'contactInformation',
              {},
              element('personOrDepartmentName', {}, estatusDetail(element('text', {}), freeText(1, 35))),
            ),
          ),
        ),
        '>gln',
      ),
      optionalChild(
        element(
          'seller',
          {},
          estatusDetail(element('gln', {}), freeText(13, 13), 'required'),
          estatusDetail(
            withCadena(
              element('alternatePartyIdentification', {
                type: one('SELLER_ASSIGNED_IDENTIFIER_FOR_A_PARTY', 'IEPS_REFERENCE'),
              }),
              '',
            ),
            freeText(),
            'required',
          ),
        ),
      ),
      optionalChild(
        element(
          'shipTo',
          {},
          optionalChild(estatusDetail(element('gln', {}), freeText(13, 13))),
          optionalChild(
            element(
              'nameAndAddress',
              {},
              anyNumberOf(estatusDetail(element('name', {}), freeText(1, 35))),
              anyNumberOf(estatusDetail(element('streetAddressOne', {}), freeText(1, 35))),
              anyNumberOf(estatusDetail(element('city', {}), freeText(1, 35))),
              anyNumberOf(estatusDetail(element('postalCode', {}), freeText(1, 9))),
            ),
          ),
        ),
      ),
      optionalChild(
        element(
          'InvoiceCreator',
          {},
          optionalChild(estatusDetail(element('gln', {}), freeText(13, 13))),
          optionalChild(
            estatusDetail(element('alternatePartyIdentification', { type: one('VA', 'IA') }), freeText()),
          ),
          optionalChild(
            element(
              'nameAndAddress',
              {},
              optionalChild(estatusDetail(element('name', {}), freeText(1, 35))),
              optionalChild(estatusDetail(element('streetAddressOne', {}), freeText(1, 35))),
              optionalChild(estatusDetail(element('city', {}), freeText(1, 35))),
              optionalChild(estatusDetail(element('postalCode', {}), freeText(1, 9))),
            ),
          ),
        ),
      ),
      anyNumberOf(element('Customs', {}, optionalChild(estatusDetail(element('gln', {}), freeText(13, 13))))),
      between(
        0,
        3,
        element(
          'currency',
          { currencyISOCode: one('MXN', 'XEU', 'USD') },
          between(
            1,
            3,
            estatusDetail(
              element('currencyFunction', {}),
              one('BILLING_CURRENCY', 'PRICE_CURRENCY', 'PAYMENT_CURRENCY'),
            ),
          ),
          optionalChild(estatusDetail(element('rateOfChange', {}), importe)),
        ),
      ),
      optionalChild(
        element(
          'paymentTerms',
          {
            paymentTermsEvent: optional(one('DATE_OF_INVOICE', 'EFFECTIVE_DATE')),
            PaymentTermsRelationTime: optional(one('REFERENCE_AFTER')),
          },
          optionalChild(
            element(
              'netPayment',
              { netPaymentTermsType: one('BASIC_NET', 'END_OF_MONTH', 'BASIC_DISCOUNT_OFFERED') },
              optionalChild(
                element(
                  'paymentTimePeriod',
                  {},
                  element(
                    'timePeriodDue',
                    { timePeriod: one('DAYS') },
                    estatusDetail(element('value', {}), freeText(1, 5)),
                  ),
                ),
              ),
            ),
          ),
          optionalChild(
            element(
              'discountPayment',
              { discountType: one('ALLOWANCE_BY_PAYMENT_ON_TIME', 'SANCTION') },
              estatusDetail(element('percentage', {}), freeText(1, 5)),
            ),
          ),
        ),
      ),
      optionalChild(element('shipmentDetail', {})),
      between(
        0,
        99,
        element(
          'allowanceCharge',
          {
            allowanceChargeType: one('ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL'),
            settlementType: one('BILL_BACK', 'OFF_INVOICE'),
            sequenceNumber: optional(freeText(1, 15)),
          },
          optionalChild(
            estatusDetail(
              element('specialServicesType', {}),
              one(
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
          optionalChild(
            element(
              'monetaryAmountOrPercentage',
              {},
              optionalChild(
                element(
                  'rate',
                  { base: one('INVOICE_VALUE') },
                  estatusDetail(element('percentage', {}), importe),
                ),
              ),
            ),
          ),
        ),
      ),
      anyNumberOf(
        element(
          'lineItem',
          { type: optional(freeText(1, 32)), number: optional(writeWhole()) },
          element('tradeItemIdentification', {}, estatusDetail(element('gtin', {}), freeText(1, 14))),
          anyNumberOf(
            estatusDetail(
              element('alternateTradeItemIdentification', {
                type: one(
                  'BUYER_ASSIGNED',
                  'SUPPLIER_ASSIGNED',
                  'SERIAL_NUMBER',
                  'GLOBAL_TRADE_ITEM_IDENTIFICATION',
                ),
              }),
              freeText(),
            ),
          ),
          optionalChild(
            element(
              'tradeItemDescriptionInformation',
              { language: optional(one('ES', 'EN')) },
              estatusDetail(element('longText', {}), freeText(1, 35)),
            ),
          ),
          estatusDetail(
            element('invoicedQuantity', { unitOfMeasure: pattern(/^[\w.:-]+$/, 'NMTOKEN') }),
            importe,
          ),
          anyNumberOf(
            estatusDetail(
              element('aditionalQuantity', { QuantityType: one('NUM_CONSUMER_UNITS', 'FREE_GOODS') }),
              importe,
            ),
          ),
          optionalChild(element('grossPrice', {}, estatusDetail(element('Amount', {}), importe))),
          optionalChild(element('netPrice', {}, estatusDetail(element('Amount', {}), importe))),
          optionalChild(
            element(
              'AdditionalInformation',
              {},
              optionalChild(
                estatusDetail(element('referenceIdentification', { type: one('ON') }), freeText()),
              ),
            ),
          ),
          anyNumberOf(
            element(
              'Customs',
              {},
              optionalChild(estatusDetail(element('gln', {}), freeText(13, 13))),
              estatusDetail(element('alternatePartyIdentification', { type: one('TN') }), freeText()),
              estatusDetail(element('ReferenceDate', {}), fecha),
              element('nameAndAddress', {}, estatusDetail(element('name', {}), freeText(1, 35))),
            ),
          ),
          optionalChild(
            element(
              'LogisticUnits',
              {},
              estatusDetail(element('serialShippingContainerCode', { type: one('BJ', 'SRV') }), freeText()),
            ),
          ),
          optionalChild(
            element(
              'palletInformation',
              {},
              estatusDetail(element('palletQuantity', {}), freeText(1, 15)),
              estatusDetail(
                element('description', {
                  type: one('EXCHANGE_PALLETS', 'RETURN_PALLETS', 'PALLET_80x100', 'CASE', 'BOX'),
                }),
                freeText(),
              ),
              element(
                'transport',
                {},
                estatusDetail(element('methodOfPayment', {}), one('PREPAID_BY_SELLER', 'PAID_BY_BUYER')),
              ),
            ),
          ),
          optionalChild(
            element(
              'extendedAttributes',
              {},
              between(
                1,
                10,
                estatusDetail(element('lotNumber', { productionDate: optional(fecha) }), freeText()),
              ),
            ),
          ),
          between(
            0,
            99,
            element(
              'allowanceCharge',
              {
                allowanceChargeType: one('ALLOWANCE_GLOBAL', 'CHARGE_GLOBAL'),
                settlementType: optional(
                  one('OFF_INVOICE', 'CHARGE_TO_BE_PAID_BY_VENDOR', 'CHARGE_TO_BE_PAID_BY_CUSTOMER'),
                ),
                sequenceNumber: optional(freeText(1, 15)),
              },
              optionalChild(
                estatusDetail(
                  element('specialServicesType', {}),
                  one(
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
              element(
                'monetaryAmountOrPercentage',
                {},
                estatusDetail(element('percentagePerUnit', {}), freeText(1, 5)),
                optionalChild(
                  element('ratePerUnit', {}, estatusDetail(element('amountPerUnit', {}), freeText(1, 5))),
                ),
              ),
            ),
          ),
          between(
            0,
            99,
            element(
              'tradeItemTaxInformation',
              {},
              estatusDetail(
                element('taxTypeDescription', {}),
                one('GST', 'VAT', 'LAC', 'AAA', 'ADD', 'FRE', 'LOC', 'STT', 'OTH'),
              ),
              optionalChild(estatusDetail(element('referenceNumber', {}), freeText(1, 20))),
              optionalChild(
                element(
                  'tradeItemTaxAmount',
                  {},
                  estatusDetail(element('taxPercentage', {}), importe),
                  estatusDetail(element('taxAmount', {}), importe),
                ),
              ),
              optionalChild(estatusDetail(element('taxCategory', {}), one('TRANSFERIDO', 'RETENIDO'))),
            ),
          ),
          element(
            'totalLineAmount',
            {},
            optionalChild(element('grossAmount', {}, estatusDetail(element('Amount', {}), importe))),
            element('netAmount', {}, estatusDetail(element('Amount', {}), importe)),
          ),
        ),
      ),
      optionalChild(element('totalAmount', {}, estatusDetail(element('Amount', {}), importe, 'required'))),
      anyNumberOf(
        withCadena(
          element(
            'TotalAllowanceCharge',
            { allowanceOrChargeType: one('ALLOWANCE', 'CHARGE') },
            optionalChild(
              estatusDetail(
                element('specialServicesType', {}),
                one(
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
                'optional',
              ),
            ),
            optionalChild(estatusDetail(element('Amount', {}), importe, 'optional')),
          ),
          '>specialServicesType >Amount',
        ),
      ),
    ),
    'documentStructureVersion >orderIdentification >buyer/gln! >seller/gln! >seller/alternatePartyIdentification! >totalAmount/Amount! >TotalAllowanceCharge/specialServicesType >TotalAllowanceCharge/Amount',
  ),
};
