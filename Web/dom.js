// Draws trees of plain objects into the page and changes only what differs, so focus, selection and scrolling stay.
// Texts are always text nodes: nothing that a person wrote is ever read as HTML.

/**
 * @typedef {{tag: string, props: Object<string, any>, kids: Array<Node_>, key?: string}} Element_
 * @typedef {Element_ | string} Node_
 */

const svgSpace = 'http://www.w3.org/2000/svg';

/** What is set as a property of the element, since the attribute is only its first value. */
const properties = new Set(['value', 'checked', 'selected', 'open', 'indeterminate']);

/**
 * Describes an element.
 * @param {string} tag
 * @param {Object<string, any> | null} [props] attributes; `on…` functions; `style` as an object; `key`; `ref(element)`, called once;
 *   `gone(element)`, called before it leaves
 * @param {...any} kids texts, numbers, elements and lists of them; false, null and undefined are left out
 * @returns {Element_}
 */
export function h(tag, props, ...kids) {
  const flat = [];
  flatten(kids, flat);
  return { tag, props: props ?? {}, kids: flat, key: props?.key };
}

function flatten(kids, into) {
  for (const kid of kids) {
    if (Array.isArray(kid)) flatten(kid, into);
    else if (kid !== null && kid !== undefined && kid !== false && kid !== true && kid !== '') {
      into.push(typeof kid === 'object' ? kid : String(kid));
    }
  }
}

/**
 * Makes the children of an element what the tree says.
 * @param {Element} parent
 * @param {any} tree a node or a list of nodes
 */
export function render(parent, tree) {
  const kids = [];
  flatten([tree], kids);
  patchKids(parent, kids, parent.namespaceURI === svgSpace);
}

function create(node, isSVG) {
  if (typeof node === 'string') return document.createTextNode(node);
  const svg = isSVG || node.tag === 'svg';
  const element = svg ? document.createElementNS(svgSpace, node.tag) : document.createElement(node.tag);
  element.hearthNode = { tag: node.tag, props: {}, key: node.key };
  patchKids(element, node.kids, svg && node.tag !== 'foreignObject');
  setProps(element, {}, node.props);
  element.hearthNode = node;
  return element;
}

function setProps(element, before, after) {
  for (const name in before) if (!(name in after)) setProp(element, name, undefined, before[name]);
  for (const name in after) {
    if (properties.has(name) ? element[name] !== after[name] : before[name] !== after[name]) {
      setProp(element, name, after[name], before[name]);
    }
  }
}

function setProp(element, name, value, before) {
  if (name === 'key' || name === 'ref' || name === 'gone') return;
  if (name.startsWith('on')) {
    element[name] = value ?? null;
  } else if (name === 'style') {
    for (const rule in before ?? {}) if (!value || !(rule in value)) element.style.removeProperty(rule);
    for (const rule in value ?? {}) element.style.setProperty(rule, value[rule]);
  } else if (properties.has(name)) {
    element[name] = value ?? (typeof before === 'boolean' ? false : '');
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

function isSame(dom, node) {
  if (typeof node === 'string') return dom.nodeType === Node.TEXT_NODE;
  return dom.hearthNode?.tag === node.tag && dom.hearthNode.key === node.key;
}

function leave(dom) {
  if (dom.nodeType === Node.ELEMENT_NODE) {
    for (const kid of dom.children) leave(kid);
    dom.hearthNode?.props.gone?.(dom);
  }
}

/** For each node of the tree the element that is there for it already, or null. */
function matched(parent, kids) {
  const keyed = new Map();
  const plain = [];
  for (const dom of parent.childNodes) {
    if (dom.hearthNode?.key !== undefined) keyed.set(dom.hearthNode.key, dom);
    else plain.push(dom);
  }
  let at = 0;
  return kids.map((node) => {
    if (typeof node !== 'string' && node.key !== undefined) {
      const dom = keyed.get(node.key);
      if (!dom || !isSame(dom, node)) return null;
      keyed.delete(node.key);
      return dom;
    }
    let place = at;
    while (place < plain.length && !isSame(plain[place], node)) place++;
    if (place === plain.length) return null;
    at = place + 1;
    return plain[place];
  });
}

function patchKids(parent, kids, isSVG) {
  const found = matched(parent, kids);
  // What goes is taken out first: then what stays is not moved, and keeps the focus.
  const staying = new Set(found);
  for (const dom of [...parent.childNodes]) {
    if (staying.has(dom)) continue;
    leave(dom);
    dom.remove();
  }
  let next = parent.firstChild;
  const arrived = [];
  kids.forEach((node, place) => {
    const dom = found[place] ?? create(node, isSVG);
    if (dom === next) next = dom.nextSibling;
    else parent.insertBefore(dom, next);
    if (!found[place]) {
      if (typeof node !== 'string' && node.props.ref) arrived.push([node.props.ref, dom]);
    } else if (typeof node === 'string') {
      if (dom.nodeValue !== node) dom.nodeValue = node;
    } else {
      const before = dom.hearthNode;
      dom.hearthNode = node;
      patchKids(dom, node.kids, dom.namespaceURI === svgSpace);
      setProps(dom, before.props, node.props);
    }
  });
  for (const [ref, dom] of arrived) queueMicrotask(() => dom.isConnected && ref(dom));
}
