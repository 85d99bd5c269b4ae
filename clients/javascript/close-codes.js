// Why a server closes a connection, and what to do. Made by clients/generate.py from Protocol/: run make protocol.

/** @type {Record<number, {cause: string, remedy: string, client: string}>} */
export const closeCodes = {
  1000: {"cause": "The client is done, or something on the way has ended the connection in order.", "remedy": "Connect again after a random pause, unless you asked for the end.", "client": "reconnect"},
  1001: {"cause": "The client leaves.", "remedy": "Connect again when needed.", "client": "reconnect"},
  1002: {"cause": "The peer broke the WebSocket protocol.", "remedy": "Correct the client program.", "client": "stop"},
  1003: {"cause": "The message is of a kind that the subprotocol does not use.", "remedy": "Send text with hearth.v1.json, bytes with hearth.v1.proto.", "client": "stop"},
  1007: {"cause": "The text is not UTF-8, or the compressed data cannot be read.", "remedy": "Correct the client program.", "client": "stop"},
  1008: {"cause": "The connection broke a limit again and again.", "remedy": "Slow down; correct what was refused; connect again after a longer random pause.", "client": "reconnect"},
  1009: {"cause": "The message is larger than `message_bytes_max`.", "remedy": "Send smaller messages.", "client": "stop"},
  1011: {"cause": "The server met an error of its own.", "remedy": "Connect again after a pause, and tell the operator.", "client": "reconnect"},
  1012: {"cause": "The server restarts.", "remedy": "Connect again after a random pause.", "client": "reconnect"},
  1013: {"cause": "The server has too much to do.", "remedy": "Connect again after a longer random pause.", "client": "reconnect"},
  4001: {"cause": "The token was revoked or replaced, or has expired, or the account is suspended.", "remedy": "Do not connect again with the same token.", "client": "stop"},
  4003: {"cause": "The member was removed from the group.", "remedy": "Drop the group and go on with the others.", "client": "reconnect"},
  4008: {"cause": "The connection read too slowly; nothing was skipped.", "remedy": "Connect again and resume from the cursors.", "client": "reconnect"},
  4401: {"cause": "No valid token was sent.", "remedy": "Do not connect again with the same token.", "client": "stop"},
  4408: {"cause": "Nobody logged in in time.", "remedy": "Connect again after a random pause, and log in at once.", "client": "reconnect"},
  4429: {"cause": "The identity has as many connections as it may.", "remedy": "End another one; connect again after a random pause.", "client": "reconnect"},
};
