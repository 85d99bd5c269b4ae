// Amounts: whole numbers of minor units, as BigInt or decimal text, never floats. The texts are those of the server and the console.

const decimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ADP BEC BEF BEL BYB BYR ESA ESB ESP GRD ITL LUC LUF LUL MGF PTE ROL TPE TRL',
  3: 'BHD IQD JOD KWD LYD OMR TND YDD',
  4: 'CLF UYW',
};

const symbols = {
  INR: '₹', USD: '$', EUR: '€', GBP: '£', JPY: '¥', BDT: '৳', CRC: '₡', GHS: '₵', ILS: '₪', KRW: '₩', KZT: '₸', LAK: '₭', MNT: '₮',
  NGN: '₦', PHP: '₱', PYG: '₲', RUB: '₽', THB: '฿', TRY: '₺', UAH: '₴', VND: '₫',
};

const byLakhs = new Set(['INR', 'BDT', 'BTN', 'NPR', 'PKR']);

/** The currencies offered to choose from; the server knows all of ISO 4217. */
export const usualCurrencies = ['INR', 'EUR', 'USD', 'GBP', 'AED', 'AUD', 'BDT', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'HKD', 'IDR', 'ILS', 'JPY', 'KES',
  'KRW', 'KWD', 'LKR', 'MXN', 'MYR', 'NGN', 'NOK', 'NPR', 'NZD', 'PHP', 'PKR', 'PLN', 'SAR', 'SEK', 'SGD', 'THB', 'TRY', 'UAH', 'VND', 'ZAR'];

const amountMax = 10n ** 15n;

/**
 * How many decimals a currency has.
 * @param {string} currency
 * @returns {number}
 */
export function exponent(currency) {
  for (const count in decimals) if (decimals[count].includes(currency)) return Number(count);
  return 2;
}

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
 * @param {boolean} [isGrouped] whether large figures are grouped
 * @returns {string}
 */
export function plain(minor, currency, isGrouped = false) {
  const value = BigInt(minor);
  const places = exponent(currency);
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const whole = places ? digits.slice(0, -places) : digits;
  return (value < 0n ? '-' : '') + (isGrouped ? grouped(whole, byLakhs.has(currency)) : whole) + (places ? '.' + digits.slice(-places) : '');
}

function grouped(whole, isByLakhs) {
  if (whole.length <= 3) return whole;
  const head = whole.slice(0, -3);
  return head.replace(isByLakhs ? /(?=(?:\d{2})+$)/g : /(?=(?:\d{3})+$)/g, ',').replace(/^,/, '') + ',' + whole.slice(-3);
}

const steps = {k: 3, l: 5, lakh: 5, lac: 5, cr: 7, crore: 7, m: 6, लाख: 5, करोड़: 7, हज़ार: 3};

/**
 * Reads what somebody typed as an amount: "450.50", "12,34,567", "1.2L", "3 Cr", "320+130".
 * @param {string} text
 * @param {string} currency
 * @returns {bigint | null} minor units from 1 to 10^15, or null
 */
export function parsed(text, currency) {
  const places = exponent(currency);
  let sum = 0n;
  for (const part of text.replaceAll(symbol(currency).trim(), '').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966)).split('+')) {
    const found = /^\s*(\d[\d,]*)?(?:\.(\d*))?\s*([a-zA-Z\u0900-\u097f]*)\s*$/.exec(part);
    if (!found || (!found[1] && !found[2])) return null;
    const step = found[3] ? steps[found[3].toLowerCase()] : 0;
    if (step === undefined) return null;
    if (found[1]?.includes(',') && !/^\d{1,3}(,\d{2,3})*,\d{3}$/.test(found[1])) return null;
    const fraction = (found[2] ?? '').replace(/0+$/, '');
    if (fraction.length > places + step) return null;
    sum += BigInt((found[1] ?? '0').replaceAll(',', '') + fraction.padEnd(places + step, '0'));
  }
  return sum >= 1n && sum <= amountMax ? sum : null;
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
  const order = weights.map((weight, index) => ({index, left: amount * weight % total})).sort((a, b) => (a.left < b.left ? 1 : a.left > b.left ? -1 : a.index - b.index));
  for (let turn = 0; rest > 0n; turn++, rest--) parts[order[turn].index] += 1n;
  return parts;
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
