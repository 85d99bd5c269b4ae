// Generated from Protocol/errors.json by deploy/generate-refusal-words.py: run `make protocol` after a change.

/**
 * Refusals that are not final: they decide nothing, so a command that is kept stays and is sent again (SPEC CM-05).
 * `unauthorized` and `group_damaged` are among them, although a client stops for them: the command is still good when the device is
 * logged in again or the group is restored, and only a final refusal may drop what somebody wrote.
 */
export const passing = new Set(['unauthorized', 'rate_limited', 'unavailable', 'overloaded', 'storage_full', 'group_damaged', 'resync']);

/**
 * Refusals that pass with time: the same question is asked again. Any other ends the question, and its asker hears it.
 */
export const retried = new Set(['rate_limited', 'unavailable', 'overloaded', 'storage_full']);

/** Close codes after which a client does not connect again as it is (SPEC CL-03). */
export const stopping = new Set([1002, 1003, 1007, 1009, 4001, 4401]);
