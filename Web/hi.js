// The page in Hindi. The words are those of the console.

import { sentences as accounts } from './hi-accounts.js';
import { sentences as house } from './hi-house.js';
import { sentences as own } from './hi-own.js';
import { sentences as first } from './hi-sheets.js';
import { sentences as second } from './hi-views.js';
export { refusals } from './hi-refusals.js';

/** Sentences by the English ones. @type {Record<string, string>} */
export const sentences = { ...first, ...second, ...accounts, ...house, ...own };
