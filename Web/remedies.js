// Generated from Protocol/errors.json by deploy/generate-refusal-words.py: run `make protocol` after a change.

/**
 * What the page says to do, where the server's remedy names a field that nobody sees here.
 * @type {Record<string, string>}
 */
export const remedies = {
  separated: 'Go on reading, or end the separation first.',
  possible_duplicate: 'If it is another one, add it all the same.',
  export_missing: 'Save a copy of the group first.',
  more_than_owed: 'Pay at most that, or record it all the same.',
  reminded_recently: 'Remind them again later.',
  disputes_too_long: 'Say it in fewer words.',
  nudge: 'Give them time.',
  rate_limited: 'Try again in a moment.',
  overloaded: 'Try again in a moment.',
};
