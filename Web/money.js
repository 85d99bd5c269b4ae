// Amounts: whole numbers of minor units, as BigInt or decimal text, never floats. The texts are those of the server and
// the console.

const decimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ADP BEC BEF BEL BYB BYR ESA ESB ESP GRD ITL LUC LUF LUL MGF PTE ROL TPE TRL',
  3: 'BHD IQD JOD KWD LYD OMR TND YDD',
  4: 'CLF UYW',
};

const symbols = {
  INR: '₹',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  BDT: '৳',
  CRC: '₡',
  GHS: '₵',
  ILS: '₪',
  KRW: '₩',
  KZT: '₸',
  LAK: '₭',
  MNT: '₮',
  NGN: '₦',
  PHP: '₱',
  PYG: '₲',
  RUB: '₽',
  THB: '฿',
  TRY: '₺',
  UAH: '₴',
  VND: '₫',
};

const byLakhs = new Set(['INR', 'BDT', 'BTN', 'NPR', 'PKR']);

/**
 * How many decimals a currency has.
 * @param {string} currency
 * @returns {number}
 */
export function exponent(currency) {
  for (const count in decimals) if (decimals[count].includes(currency)) return Number(count);
  return 2;
}

/** What stands in an empty field of an amount. @param {string} currency @returns {string} "0.00" */
export const nothing = (currency) => '0' + (exponent(currency) ? '.' + '0'.repeat(exponent(currency)) : '');

/**
 * The sign that stands before an amount.
 * @param {string} currency
 * @returns {string}
 */
export function symbol(currency) {
  return symbols[currency] ?? currency + ' ';
}

/**
 * An amount as a person reads it: "₹12,34,567.89", "KWD 1.234", "-₹0.05".
 * @param {bigint | string | number | undefined} minor
 * @param {string} currency
 * @returns {string}
 */
export function formatted(minor, currency) {
  const value = BigInt(minor ?? 0);
  return (value < 0n ? '-' : '') + symbol(currency) + plain(value < 0n ? -value : value, currency, true);
}

/**
 * An amount as one would type it: "1234.50".
 * @param {bigint | string | number} minor
 * @param {string} currency
 * @param {boolean} [isSeparated] whether large figures are separated
 * @returns {string}
 */
export function plain(minor, currency, isSeparated = false) {
  const value = BigInt(minor);
  const places = exponent(currency);
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const whole = places ? digits.slice(0, -places) : digits;
  return (value < 0n ? '-' : '') + (isSeparated ? withSeparators(whole, byLakhs.has(currency)) : whole) +
    (places ? '.' + digits.slice(-places) : '');
}

function withSeparators(whole, isByLakhs) {
  if (whole.length <= 3) return whole;
  const head = whole.slice(0, -3);
  return head.replace(isByLakhs ? /(?=(?:\d{2})+$)/g : /(?=(?:\d{3})+$)/g, ',').replace(/^,/, '') + ',' + whole.slice(-3);
}

/**
 * The share of a whole in percent, rounded down; of what is over at least 101, at most 9999.
 * @param {bigint | string | number | undefined} part
 * @param {bigint | string | number | undefined} whole
 * @returns {number}
 */
export function percent(part, whole) {
  const [a, b] = [BigInt(part ?? 0), BigInt(whole ?? 0)];
  if (a <= 0n) return 0;
  if (b <= 0n) return 9999;
  const share = Number(a * 100n / b);
  return Math.min(a > b ? Math.max(share, 101) : share, 9999);
}
