// Amounts as they are typed, and as they are divided.

import { exponent, symbol } from './money.js';

/** The currencies offered to choose from; the server knows all of ISO 4217. */
export const usualCurrencies = [
  'INR',
  'EUR',
  'USD',
  'GBP',
  'AED',
  'AUD',
  'BDT',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'HKD',
  'IDR',
  'ILS',
  'JPY',
  'KES',
  'KRW',
  'KWD',
  'LKR',
  'MXN',
  'MYR',
  'NGN',
  'NOK',
  'NPR',
  'NZD',
  'PHP',
  'PKR',
  'PLN',
  'SAR',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'UAH',
  'VND',
  'ZAR',
];

const amountMax = 10n ** 15n;

const steps = {
  k: 3, l: 5, lakh: 5, lakhs: 5, lac: 5, lacs: 5, cr: 7, crore: 7, crores: 7, m: 6, b: 9,
  हज़ार: 3, हजार: 3, लाख: 5, करोड़: 7, करोड: 7, मिलियन: 6, बिलियन: 9,
};

/**
 * Reads what somebody typed as an amount: "450.50", "12,34,567", "1.2L", "3 Cr", "320+130", "500/-", "12,50".
 * @param {string} text
 * @param {string} currency
 * @returns {bigint | null} minor units from 1 to 10^15, or null
 */
export function parsed(text, currency) {
  const places = exponent(currency);
  let sum = 0n;
  for (
    const part of text.replaceAll(symbol(currency).trim(), '').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966)).split('+')
  ) {
    const found = /^\s*(\d[\d,]*)?(?:\.(\d*))?\s*([a-zA-Z\u0900-\u097f]*)\s*(?:\/[-\u2013])?\s*$/.exec(pointed(part, places));
    if (!found || (!found[1] && !found[2])) return null;
    const step = found[3] ? steps[found[3].toLowerCase().normalize()] : 0;
    if (step === undefined) return null;
    // Where it could be thousands and three decimals, nobody guesses.
    if (places === 3 && !found[2] && /^[1-9]\d{0,2},\d{3}$/.test(found[1] ?? '')) return null;
    if (found[1]?.includes(',') && !/^[1-9]\d{0,2}(,\d{2,3})*,\d{3}$/.test(found[1])) return null;
    const fraction = (found[2] ?? '').replace(/0+$/, '');
    if (fraction.length > places + step) return null;
    sum += BigInt((found[1] ?? '0').replaceAll(',', '') + fraction.padEnd(places + step, '0'));
  }
  return sum >= 1n && sum <= amountMax ? sum : null;
}

/** A figure with a point before its decimals where a comma can be nothing else than theirs. */
function pointed(part, places) {
  const found = /^(\s*)(\d+|\d{1,3}(?:\.\d{3})+),(\d+)(\D*)$/.exec(part);
  const isScaled = found && /[a-zA-Z\u0900-\u097f]/.test(found[4]);
  if (!found || (/^[1-9]\d{0,2}$/.test(found[2]) && found[3].length === 3) || found[3].length > (isScaled ? 2 : places)) return part;
  return `${found[1]}${found[2].replaceAll('.', '')}.${found[3]}${found[4]}`;
}

/**
 * Divides an amount in proportion to weights, exactly: what is left over goes one unit each to the largest remainders, of equals the first.
 * @param {bigint} amount
 * @param {bigint[]} weights
 * @returns {bigint[]}
 */
export function divided(amount, weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => amount * weight / total);
  let rest = amount - parts.reduce((sum, part) => sum + part, 0n);
  const order = weights.map((weight, index) => ({ index, left: amount * weight % total })).sort((
    a,
    b,
  ) => (a.left < b.left ? 1 : a.left > b.left ? -1 : a.index - b.index));
  for (let turn = 0; rest > 0n; turn++, rest--) parts[order[turn].index] += 1n;
  return parts;
}
