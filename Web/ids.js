// Ids that this client makes: UUIDs of version 7, and places in lists.

/**
 * Makes an id: a UUID of version 7, whose first 48 bits are the time.
 * @returns {string}
 */
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = Date.now();
  for (let index = 5; index >= 0; index--) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/**
 * An invite's or device's code as it is written, from what somebody typed or pasted: a code or a link.
 * @param {string} text
 * @returns {string} "7GXK-2MQ4-T9ZB-0HWC", or '' when it is none
 */
export function codeIn(text) {
  const part = text.includes('#') ? text.slice(text.lastIndexOf('#') + 1) : text;
  const letters = part.replace(/^.*\//, '').toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(letters) ? letters.replace(/(.{4})(?=.)/g, '$1-') : '';
}
