// OpenSSL 3, with the macros that Swift cannot import as functions and constants.
#pragma once

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static const uint64_t copenssl_context_options = SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                                 SSL_OP_PRIORITIZE_CHACHA;

/// RFC 2253, with everything escaped that is not printable ASCII.
static const unsigned long copenssl_name_flags = XN_FLAG_RFC2253;

/// What stands in front of a ticket, and what its key consists of: 32 bytes for AES-256, 32 for HMAC-SHA-256.
enum { COPENSSL_TICKET_NAME_BYTES = 16, COPENSSL_TICKET_SECRET_BYTES = 64 };

static inline int copenssl_reason(unsigned long code) { return ERR_GET_REASON(code); }

static inline void copenssl_set_minimum_version(SSL_CTX *context, int version) { SSL_CTX_set_min_proto_version(context, version); }

/// Frees record buffers whenever they are empty, and returns after each record that holds no data.
static inline void copenssl_set_modes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
}

static inline void copenssl_set_session_cache_mode(SSL_CTX *context, long mode) { SSL_CTX_set_session_cache_mode(context, mode); }

static inline int copenssl_set_groups(SSL_CTX *context, const char *list) { return (int)SSL_CTX_set1_groups_list(context, list); }

static inline void copenssl_set_name_callback(SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
  SSL_CTX_set_tlsext_servername_callback(context, callback);
  SSL_CTX_set_tlsext_servername_arg(context, argument);
}

/// The name asked for by the client (RFC 6066 §3), or null.
static inline const char *copenssl_requested_name(const SSL *connection) {
  return SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name);
}

static inline int copenssl_request_name(SSL *connection, const char *name) { return (int)SSL_set_tlsext_host_name(connection, name); }

static inline int copenssl_set_application_data(SSL *connection, void *data) { return SSL_set_app_data(connection, data); }

static inline void *copenssl_application_data(const SSL *connection) { return SSL_get_app_data(connection); }

/// Whether the text is a numeric IPv4 or IPv6 address.
static inline int copenssl_is_address(const char *text) {
  ASN1_OCTET_STRING *address = a2i_IPADDRESS(text);
  ASN1_OCTET_STRING_free(address);
  return address != NULL;
}

// Whether part of a record is held: its first bytes (pending), or a whole header whose body is awaited.
static inline int copenssl_holds_record(const SSL *ssl) {
  return SSL_has_pending(ssl) == 1 || SSL_rstate_string(ssl)[1] == 'B';
}

static inline void copenssl_set_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

static inline void copenssl_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

static inline int copenssl_set_context_data(SSL_CTX *context, void *data) { return SSL_CTX_set_ex_data(context, 0, data); }

static inline void *copenssl_context_data(const SSL_CTX *context) { return SSL_CTX_get_ex_data(context, 0); }

/// A fresh initialization vector for the cipher of `copenssl_use_ticket_key`.
static inline int copenssl_make_vector(unsigned char *vector) { return RAND_bytes(vector, 16); }

/// Sets AES-256-CBC and HMAC-SHA-256 to a ticket's key. Tickets are sealed first and authenticated over the result (RFC 5077 §4).
static inline int copenssl_use_ticket_key(
    EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *code, const unsigned char *secret, const unsigned char *vector, int seals) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)(secret + 32), 32),
    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
    OSSL_PARAM_construct_end(),
  };
  return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, secret, vector, seals) == 1 && EVP_MAC_CTX_set_params(code, parameters) == 1;
}
