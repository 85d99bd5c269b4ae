// OpenSSL 3, with the macros that Swift cannot import as functions and constants.
#pragma once

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
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

static inline int copenssl_set_curves(SSL_CTX *context, const char *list) { return (int)SSL_CTX_set1_groups_list(context, list); }

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

/// Sets AES-256-CBC and HMAC-SHA-256 to a ticket's key. Tickets are sealed first and authenticated over the result (RFC
/// 5077 §4).
static inline int copenssl_use_ticket_key(
    EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *code, const unsigned char *secret, const unsigned char *vector, int seals) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)(secret + 32), 32),
    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
    OSSL_PARAM_construct_end(),
  };
  return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, secret, vector, seals) == 1 && EVP_MAC_CTX_set_params(code, parameters) == 1;
}

/// Begins HMAC-SHA-256 (RFC 2104) under a key.
static inline int copenssl_begin_hmac_sha256(EVP_MAC_CTX *code, const unsigned char *key, size_t count) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
    OSSL_PARAM_construct_end(),
  };
  return EVP_MAC_init(code, key, count, parameters);
}

/// HKDF-SHA-256 (RFC 5869): extracts with the salt, then expands with the context.
static inline int copenssl_derive_hkdf_sha256(
    EVP_KDF_CTX *derivation, const unsigned char *key, size_t key_count, const unsigned char *salt, size_t salt_count,
    const unsigned char *info, size_t info_count, unsigned char *derived, size_t derived_count) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_count),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
    OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
    OSSL_PARAM_construct_end(),
  };
  return EVP_KDF_derive(derivation, derived, derived_count, parameters);
}

/// A public key of a type; null when the parameters are none.
static inline EVP_PKEY *copenssl_make_public_key(const char *type, OSSL_PARAM *parameters) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  if (context != NULL && EVP_PKEY_fromdata_init(context) == 1 && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) key = NULL;
  EVP_PKEY_CTX_free(context);
  return key;
}

/// A public key of P-256 by its point (SEC 1 §2.3.3); null when it is none of the curve.
static inline EVP_PKEY *copenssl_make_p256_key(const unsigned char *point, size_t count) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 0),
    OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
    OSSL_PARAM_construct_end(),
  };
  return copenssl_make_public_key("EC", parameters);
}

/// The key pair of P-256 with this secret number of 32 bytes; null when it is zero, or not below the order.
static inline EVP_PKEY *copenssl_make_p256_pair(const unsigned char *secret) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  unsigned char point[65];
  EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  EC_POINT *place = group != NULL ? EC_POINT_new(group) : NULL;
  BIGNUM *number = BN_secure_new();
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  if (number != NULL) BN_set_flags(number, BN_FLG_CONSTTIME);
  if (place != NULL && number != NULL && builder != NULL && BN_bin2bn(secret, 32, number) != NULL && !BN_is_zero(number) &&
      BN_cmp(number, EC_GROUP_get0_order(group)) < 0 && EC_POINT_mul(group, place, number, NULL, NULL, NULL) == 1 &&
      EC_POINT_point2oct(group, place, POINT_CONVERSION_UNCOMPRESSED, point, sizeof point, NULL) == sizeof point &&
      OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point) == 1 &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1) {
    parameters = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = parameters != NULL ? EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL) : NULL;
    if (context != NULL && EVP_PKEY_fromdata_init(context) == 1) EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters);
    EVP_PKEY_CTX_free(context);
  }
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  BN_clear_free(number);
  EC_POINT_free(place);
  EC_GROUP_free(group);
  return key;
}

/// Writes the point of a key of P-256, uncompressed: 65 bytes.
static inline int copenssl_read_p256_point(const EVP_PKEY *key, unsigned char *point) {
  size_t count = 0;
  return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, 65, &count) == 1 && count == 65 && point[0] == 4;
}

/// A public key of RSA by modulus and exponent; null when they are none.
static inline EVP_PKEY *copenssl_make_rsa_key(const BIGNUM *modulus, const BIGNUM *exponent) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  if (builder != NULL && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1) {
    parameters = OSSL_PARAM_BLD_to_param(builder);
    if (parameters != NULL) key = copenssl_make_public_key("RSA", parameters);
  }
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  return key;
}
