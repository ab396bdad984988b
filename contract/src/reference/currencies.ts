/** ISO 4217 codes in circulation, without those for funds, metals and tests. */
export const currencyCodes: readonly string[] = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK ' +
  'DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY ' +
  'KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN ' +
  'NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL ' +
  'THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ');

const digitExceptions: Readonly<Record<string, number>> = {
  ...sameDigits(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  ...sameDigits(3, 'BHD IQD JOD KWD LYD OMR TND'),
};

/** Decimal digits by ISO 4217; `Intl` uses fewer (CLDR) for some currencies. */
export const currencyDigits = (code: string): number => digitExceptions[code] ?? 2;

function sameDigits(count: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, count]));
}
