import { notTls } from '#domain/remedies.ts';
import type { CallError, CallPhases } from './types.ts';

/** By the code of an error, or its beginning; the first that fits. */
const reasons: Partial<Record<CallError, readonly (readonly [code: RegExp, text: string])[]>> = {
  dns_failed: [
    [/ETIMEOUT|ECANCELLED/, 'the name server did not respond'],
    [/ESERVFAIL|EREFUSED|ECONNREFUSED|EBADRESP|EFORMERR|ENOTIMP/, 'the name server reported a failure'],
    [/ENOTFOUND/, 'the name does not exist'],
    [/ENODATA|EMPTY/, 'the name has no address'],
  ],
  connect_failed: [
    [/ECONNREFUSED/, 'the connection was refused'],
    [/ETIMEDOUT/, 'the host did not respond within 5 seconds'],
    [/(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)/, 'there is no route to the host'],
    [/(ECONNRESET|EPIPE)/, 'the connection was reset'],
    [/^No handshake/, 'the TLS handshake did not finish within 5 seconds'],
  ],
  tls_failed: [
    [/^CERT_HAS_EXPIRED/, 'the certificate has expired'],
    [/^CERT_NOT_YET_VALID/, 'the certificate is not valid yet'],
    [/^ERR_TLS_CERT_ALTNAME/, 'the certificate is for another name'],
    [/^DEPTH_ZERO_SELF_SIGNED_CERT/, 'the certificate is self-signed'],
    [/^SELF_SIGNED_CERT_IN_CHAIN/, 'the chain ends in a self-signed certificate that is not trusted'],
    [/^(UNABLE_TO_|CERT_UNTRUSTED|CERT_CHAIN_TOO_LONG)/, 'the issuer of the certificate is unknown'],
    [/^(CERT_|INVALID_|HOSTNAME_)/, 'the certificate is not valid'],
    [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, 'the server does not speak TLS 1.2 or newer'],
    [/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|DATA_LENGTH|RECORD/, notTls],
    [/HANDSHAKE_FAILURE|NO_SHARED|NO_CIPHER|UNRECOGNIZED_NAME|ALERT/, 'the server refused the handshake'],
    [/ECONNRESET|EPIPE|disconnected/, 'the server closed the connection during the handshake'],
  ],
  protocol_error: [
    [/^UND_ERR_HEADERS_OVERFLOW|^The headers are too large/, 'its headers are larger than 64 KiB'],
    [/^There are too many headers/, 'it has more than 1,000 header lines'],
    [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH/, 'its body does not match its Content-Length'],
    // The parser's errors differ only in their messages.
    [/^HTTPParserError: .*Invalid EOF/, 'the connection ended before it was complete'],
    [/^HTTPParserError: .*chunk/i, 'its chunks are malformed'],
    [/^HTTPParserError: .*Content-Length/, 'its length is ambiguous'],
    [/^HTTPParserError: .*header/i, 'one of its headers is malformed'],
    [/^HTTPParserError/, 'it is not HTTP/1.1'],
    [/UND_ERR_SOCKET|ECONNRESET|EPIPE/, 'the connection ended before it was complete'],
    [/interim/, 'it had too many interim responses'],
  ],
};

/**
 * Details of an error for its owner beyond the sentence of its code; null if there are none.
 * @param detail as `detailOf` writes it
 */
export function explainError({ error, detail }: { error: CallError; detail: string }): string | null {
  return reasons[error]?.find(([code]) => code.test(detail))?.[1] ?? null;
}

/**
 * Progress of a call at its timeout.
 * @param hasStatus whether a status line came
 */
export function explainTimeout({
  phases: { waitMs, downloadMs, tlsMs, connectMs, dnsMs },
  hasStatus,
}: {
  phases: CallPhases;
  hasStatus: boolean;
}): string {
  if (downloadMs !== null) return 'the body was still arriving';
  if (hasStatus) return 'the headers were still arriving';
  if (waitMs !== null) return 'the request was sent, but no response came';
  if (tlsMs !== null) return 'the TLS handshake had not finished';
  if (connectMs !== null) return 'no connection had been established';
  return dnsMs !== null ? 'the name had not been resolved' : 'nothing was sent';
}
