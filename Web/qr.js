// QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, drawn as SVG.

import { h } from './dom.js';

/**
 * By version: bytes of data in each block, and bytes of error correction a block (level M).
 * @type {any[]}
 */
const layouts = [
  [[], 0],
  [[16], 10],
  [[28], 16],
  [[44], 26],
  [[32, 32], 18],
  [[43, 43], 24],
  [[27, 27, 27, 27], 16],
  [[31, 31, 31, 31], 18],
  [[38, 38, 39, 39], 22],
  [[36, 36, 36, 37, 37], 22],
  [[43, 43, 43, 43, 44], 26],
];
const marks = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// The field of 256 elements by the polynomial 0x11d.
const powers = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  powers[exponent] = powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? powers[logarithms[a] + logarithms[b]] : 0);

function correction(data, count) {
  let generator = [1];
  for (let degree = 0; degree < count; degree++) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => {
      next[place + 1] ^= times(factor, powers[degree]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  data.forEach((_, place) => {
    const lead = rest[place];
    generator.forEach((factor, step) => {
      rest[place + step] ^= times(factor, lead);
    });
  });
  return rest.slice(data.length);
}

function codewords(bytes, version) {
  const [blocks, corrections] = layouts[version];
  const space = blocks.reduce((sum, size) => sum + size, 0);
  const bits = [];
  const push = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, space * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0; bits.length < space * 8; pad++) push(pad % 2 ? 0x11 : 0xec, 8);
  const data = [];
  for (let place = 0; place < bits.length; place += 8) data.push(bits.slice(place, place + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  let start = 0;
  const parts = blocks.map((size) => data.slice(start, start += size));
  const checks = parts.map((part) => correction(part, corrections));
  const woven = [];
  for (let place = 0; place < Math.max(...blocks); place++) for (const part of parts) if (place < part.length) woven.push(part[place]);
  for (let place = 0; place < corrections; place++) for (const check of checks) woven.push(check[place]);
  return woven;
}

/** A grid with its fixed marks; null where data goes. */
function grid(version) {
  const size = 17 + 4 * version;
  const cells = Array.from({ length: size }, () => new Array(size).fill(null));
  const finder = (row, column) => {
    for (let y = -1; y <= 7; y++) {
      for (let x = -1; x <= 7; x++) {
        if (cells[row + y]?.[column + x] === undefined) continue;
        const ring = Math.max(Math.abs(y - 3), Math.abs(x - 3));
        cells[row + y][column + x] = ring !== 2 && ring <= 3 ? 1 : 0;
      }
    }
  };
  finder(0, 0);
  finder(0, size - 7);
  finder(size - 7, 0);
  for (let place = 8; place < size - 8; place++) cells[6][place] = cells[place][6] = 1 - place % 2;
  for (const row of marks[version]) {
    for (const column of marks[version]) {
      if (cells[row][column] !== null && !(row === 6 || column === 6)) continue;
      if ((row === 6 && (column === 6 || column === size - 7)) || (column === 6 && row === size - 7)) continue;
      for (let y = -2; y <= 2; y++) {
        for (let x = -2; x <= 2; x++) {
          cells[row + y][column + x] = Math.max(Math.abs(y), Math.abs(x)) === 1 ? 0 : 1;
        }
      }
    }
  }
  // Places of the format and version, filled later.
  for (let place = 0; place < 9; place++) {
    cells[8][place] ??= 0;
    cells[place][8] ??= 0;
    if (place < 8) cells[8][size - 1 - place] ??= 0;
    if (place < 8) cells[size - 1 - place][8] ??= 0;
  }
  cells[size - 8][8] = 1;
  if (version >= 7) {
    let rest = version << 12;
    for (let bit = 17; bit >= 12; bit--) if ((rest >> bit) & 1) rest ^= 0x1f25 << (bit - 12);
    const code = (version << 12) | rest;
    for (let bit = 0; bit < 18; bit++) {
      const value = (code >> bit) & 1;
      cells[Math.floor(bit / 3)][size - 11 + bit % 3] = cells[size - 11 + bit % 3][Math.floor(bit / 3)] = value;
    }
  }
  return cells;
}

const masks = [
  (y, x) => (y + x) % 2,
  (y) => y % 2,
  (y, x) => x % 3,
  (y, x) => (y + x) % 3,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (y, x) => y * x % 2 + y * x % 3,
  (y, x) => (y * x % 2 + y * x % 3) % 2,
  (y, x) => ((y + x) % 2 + y * x % 3) % 2,
];

function filled(version, words, mask) {
  const cells = grid(version);
  const size = cells.length;
  let place = 0;
  let isUp = true;
  for (let column = size - 1; column > 0; column -= 2) {
    if (column === 6) column--;
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step;
      for (const x of [column, column - 1]) {
        if (cells[row][x] !== null) continue;
        const bit = place < words.length * 8 ? (words[place >> 3] >> (7 - place % 8)) & 1 : 0;
        place++;
        cells[row][x] = bit ^ (masks[mask](row, x) === 0 ? 1 : 0);
      }
    }
    isUp = !isUp;
  }
  // Level M is 0; ten bits of BCH behind it.
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  const format = ((mask << 10) | rest) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const value = (format >> bit) & 1;
    if (bit < 6) cells[bit][8] = value;
    else if (bit < 8) cells[bit + 1][8] = value;
    else cells[size - 15 + bit][8] = value;
    if (bit < 8) cells[8][size - 1 - bit] = value;
    else if (bit === 8) cells[8][7] = value;
    else cells[8][14 - bit] = value;
  }
  return cells;
}

/** How hard a grid is to read, by the four rules of the standard. */
function penalty(cells) {
  const size = cells.length;
  let sum = 0;
  let dark = 0;
  for (const lines of [cells, cells[0].map((_, x) => cells.map((row) => row[x]))]) {
    for (const row of lines) {
      let run = 1;
      for (let x = 1; x <= size; x++) {
        if (x < size && row[x] === row[x - 1]) {
          run++;
          continue;
        }
        if (run >= 5) sum += run - 2;
        run = 1;
      }
      const text = row.join('');
      for (const pattern of ['10111010000', '00001011101']) {
        for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
          sum += 40;
        }
      }
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      dark += cells[y][x];
      if (y && x && cells[y][x] === cells[y - 1][x] && cells[y][x] === cells[y][x - 1] && cells[y][x] === cells[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + Math.floor(Math.abs(dark * 20 / (size * size) - 10)) * 10;
}

/**
 * The cells of the code for a text; null where it is too long.
 * @param {string} text
 * @returns {number[][] | null}
 */
export function cellsOf(text) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version < layouts.length; version++) {
    const space = layouts[version][0].reduce((sum, size) => sum + size, 0);
    if (bytes.length + (version < 10 ? 2 : 3) > space) continue;
    const words = codewords(bytes, version);
    return masks.map((_, mask) => filled(version, words, mask)).map((cells) => ({ cells, cost: penalty(cells) })).reduce((
      a,
      b,
    ) => (b.cost < a.cost ? b : a)).cells;
  }
  return null;
}

/**
 * A QR code as a picture: dark on light whatever the page's colours, with its quiet zone.
 * @param {string} text @param {string} label
 * @returns {any}
 */
export function qrCode(text, label) {
  const cells = cellsOf(text);
  if (!cells) return null;
  const size = cells.length + 8;
  let path = '';
  cells.forEach((row, y) =>
    row.forEach((cell, x) => {
      if (cell) path += `M${x + 4} ${y + 4}h1v1h-1z`;
    })
  );
  return h(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    h('rect', { width: size, height: size, fill: '#ffffff', rx: 2 }),
    h('path', { d: path, fill: '#000000' }),
  );
}
