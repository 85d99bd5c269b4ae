// SHA-256, for pages that are no secure context (a server in the own network without TLS), where browsers keep theirs back.

const primes = (count) => {
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
};
const fraction = (value) => ((value - Math.floor(value)) * 4294967296) >>> 0;
const rounds = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const beginning = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * The hash of bytes.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function sha256(bytes) {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return ownSHA256(bytes);
}

/** The same by ourselves (FIPS 180-4). @param {Uint8Array} bytes @returns {Uint8Array} */
export function ownSHA256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const hash = [...beginning];
  const words = new Uint32Array(64);
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15], b = words[i - 2];
      words[i] = words[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + words[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + words[i]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (hash[i] + word) | 0;
    });
  }
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => result.setUint32(4 * i, word));
  return new Uint8Array(result.buffer);
}
